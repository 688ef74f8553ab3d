//! The token of those who look after the server: from the configuration, or made at the first start and kept in a file
//! that only the server's user may read.
//!
//! Invariants: the token itself is not kept in memory, is never logged, and is compared in a time that does not depend on
//! where a wrong one differs.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::chance::Chance;
use crate::config::Config;

/// The name of the file in the data folder.
const FILE: &str = "admin-token";

/// The shortest token that is taken, in bytes: as long as it is by chance, nobody guesses it.
const SHORTEST: usize = 16;

/// The token, by its hash.
pub(crate) struct AdminToken([u8; 32]);

impl AdminToken {
    /// The token of this configuration; makes the file if there is neither a token nor a file.
    ///
    /// # Errors
    /// When the file cannot be read or made, or the token is too short to be one.
    pub(crate) fn of(config: &Config) -> io::Result<AdminToken> {
        let text = match config.admin.token.as_str() {
            "" => in_file(&file(config))?,
            text => text.to_owned(),
        };
        if text.len() < SHORTEST {
            let message = format!("an admin token has {SHORTEST} characters or more");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(AdminToken(hash(&text)))
    }

    /// Whether a request shows it, as `Authorization: Bearer`.
    pub(crate) fn opens(&self, headers: &HeaderMap) -> bool {
        let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = shown.and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
        });
        token.is_some_and(|token| hash(token).ct_eq(&self.0).into())
    }
}

/// Where the token lies when the configuration names none.
pub(crate) fn file(config: &Config) -> PathBuf {
    config.journal.folder.join(FILE)
}

fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// The token in the file, which is made if it is not there.
fn in_file(file: &Path) -> io::Result<String> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
    match fs::read_to_string(file) {
        Ok(text) => return Ok(text.trim().to_owned()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(named(error)),
        Err(_) => {}
    }
    let bytes: [u8; 32] = Chance::system().bytes();
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if let Some(folder) = file.parent() {
        crate::folder::make(folder).map_err(named)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut made = options.open(file).map_err(named)?;
    writeln!(made, "{text}").map_err(named)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(folder: &Path, token: &str) -> Config {
        let mut config = Config::default();
        config.journal.folder = folder.join("data");
        config.admin.token = token.to_owned();
        config
    }

    fn headers(authorization: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::AUTHORIZATION, authorization.parse().expect("a header"))])
    }

    #[test]
    fn a_token_is_made_once_and_read_by_nobody_else() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = config(folder.path(), "");
        let first = AdminToken::of(&config).expect("the file is made");
        let text = fs::read_to_string(file(&config)).expect("it is there");
        let shown = headers(&format!("Bearer {}", text.trim()));
        assert!(first.opens(&shown) && AdminToken::of(&config).expect("the file is read").opens(&shown));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(file(&config)).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(file(&config), "short\n").expect("it can be written");
        assert!(AdminToken::of(&config).is_err(), "that is none");
    }

    #[test]
    fn only_the_whole_token_as_a_bearer_opens() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let token = AdminToken::of(&config(folder.path(), "correct horse battery")).expect("long enough");
        assert!(token.opens(&headers("Bearer correct horse battery")));
        assert!(token.opens(&headers("bearer correct horse battery")));
        for wrong in ["Bearer correct horse batter", "Bearer", "Bearer ", "Basic correct horse battery", ""] {
            assert!(!token.opens(&headers(wrong)), "{wrong:?}");
        }
        assert!(!token.opens(&HeaderMap::new()));
        assert!(AdminToken::of(&config(folder.path(), "too short")).is_err());
        assert!(!folder.path().join("data").exists(), "no file is made when there is a token");
    }
}
