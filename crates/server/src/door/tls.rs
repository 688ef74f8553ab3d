//! TLS, when a certificate is configured.

use std::io;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig, crypto::ring};

use crate::config::ServerConfig as Settings;

/// Why TLS cannot be spoken.
#[derive(Debug, Error)]
pub enum TlsFault {
    /// One of the two files is named and the other is not.
    #[error("tls_certificate and tls_key belong together")]
    Half,
    /// A file cannot be read, or does not hold what it should.
    #[error("{file}: {fault}")]
    File {
        /// The file.
        file: String,
        /// What is wrong with it.
        fault: pem::Error,
    },
    /// The two do not fit together.
    #[error("tls_certificate and tls_key: {0}")]
    Pair(#[from] rustls::Error),
}

impl From<TlsFault> for io::Error {
    fn from(fault: TlsFault) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidInput, fault)
    }
}

/// What speaks TLS with the configured certificate; none when there is none.
pub(crate) fn acceptor(settings: &Settings) -> Result<Option<TlsAcceptor>, TlsFault> {
    let (certificate, key) = match (&settings.tls_certificate, &settings.tls_key) {
        (Some(certificate), Some(key)) => (certificate, key),
        (None, None) => return Ok(None),
        _ => return Err(TlsFault::Half),
    };
    let in_file = |file: &Path| {
        let file = file.display().to_string();
        move |fault| TlsFault::File { file, fault }
    };
    let chain: Vec<_> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(in_file(certificate))?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(in_file(key))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Some(TlsAcceptor::from(Arc::new(config))))
}
