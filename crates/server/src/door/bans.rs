//! Addresses that may open no socket, kept in a file so that they stay banned after a restart.
//!
//! Invariant: an address is banned or no longer banned only when the file says so, if there is one.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Address;

/// The banned addresses.
#[derive(Debug, Default)]
pub(crate) struct Bans(Mutex<List>);

#[derive(Debug, Default)]
struct List {
    /// One address a line.
    file: Option<PathBuf>,
    banned: BTreeSet<Address>,
}

impl Bans {
    /// Reads the file, if it is there, and keeps every change in it from now on.
    ///
    /// # Errors
    /// When it cannot be read, or a line of it is no address.
    pub(crate) fn keep_in(&self, file: PathBuf) -> io::Result<()> {
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let banned = lines
            .map(|line| {
                line.parse().map_err(|_| {
                    let message = format!("{}: {line:?} is no address", file.display());
                    io::Error::new(io::ErrorKind::InvalidData, message)
                })
            })
            .collect::<io::Result<_>>()?;
        *self.lock() = List { file: Some(file), banned };
        Ok(())
    }

    /// Whether an address is banned.
    pub(crate) fn contain(&self, address: Address) -> bool {
        self.lock().banned.contains(&address)
    }

    /// All of them, in order.
    pub(crate) fn all(&self) -> Vec<Address> {
        self.lock().banned.iter().copied().collect()
    }

    /// Bans an address, or lets it in again.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing has changed.
    pub(crate) fn set(&self, address: Address, ban: bool) -> io::Result<()> {
        let mut list = self.lock();
        let mut banned = list.banned.clone();
        let changed = if ban { banned.insert(address) } else { banned.remove(&address) };
        if changed {
            if let Some(file) = &list.file {
                write(file, &banned)?;
            }
            list.banned = banned;
        }
        Ok(())
    }

    /// A panic while the lock was held cannot leave half a list behind.
    fn lock(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes another file and puts it in the place of the first, so that one of them is always whole.
fn write(file: &Path, banned: &BTreeSet<Address>) -> io::Result<()> {
    let other = file.with_extension("new");
    let mut written = File::create(&other)?;
    for address in banned {
        writeln!(written, "{address}")?;
    }
    written.sync_all()?;
    fs::rename(other, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse().expect("an address")
    }

    #[test]
    fn bans_outlive_the_server() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("bans");
        let bans = Bans::default();
        bans.keep_in(file.clone()).expect("there is no file yet");
        bans.set(address("198.51.100.7"), true).expect("the folder is there");
        bans.set(address("2001:db8:1:2::9"), true).expect("the folder is there");
        bans.set(address("198.51.100.8"), false).expect("it is not banned");
        let again = Bans::default();
        again.keep_in(file.clone()).expect("the file is whole");
        assert!(again.contain(address("2001:db8:1:2:3::4")), "an address of IPv6 is its first 64 bits");
        again.set(address("2001:db8:1:2::9"), false).expect("the folder is there");
        assert_eq!(again.all(), [address("198.51.100.7")]);
        fs::write(&file, "198.51.100.7\nsomebody\n").expect("it can be written");
        let fault = Bans::default().keep_in(file).expect_err("one line is no address");
        assert!(fault.to_string().contains("\"somebody\" is no address"), "{fault}");
    }

    #[test]
    fn what_cannot_be_written_does_not_happen() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bans = Bans::default();
        bans.keep_in(folder.path().join("nowhere").join("bans")).expect("there is no file yet");
        assert!(bans.set(address("198.51.100.7"), true).is_err());
        assert!(!bans.contain(address("198.51.100.7")));
    }
}
