//! The data folder: it holds hands that are being played and who may come back, so it is for the server's user alone.
//!
//! Invariant: only a folder that is made here gets its rights here; one that is there keeps those that its owner gave it.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes the folder, and those around it, where they are not there yet.
///
/// # Errors
/// When it cannot be made, or there is a file of that name.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_new_folder_is_for_its_user_alone_and_an_old_one_stays_as_it_is() {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::PermissionsExt;

        let around = tempfile::tempdir().expect("a temporary folder");
        let folder = around.path().join("deep").join("data");
        let mode = || fs::metadata(&folder).expect("it is there").permissions().mode() & 0o777;
        make(&folder).expect("it is made");
        assert_eq!(mode(), 0o700);
        fs::set_permissions(&folder, Permissions::from_mode(0o750)).expect("its owner may");
        make(&folder).expect("it is there");
        assert_eq!(mode(), 0o750);
        fs::write(folder.join("file"), "").expect("its owner may");
        assert!(make(&folder.join("file")).is_err(), "that is no folder");
    }
}
