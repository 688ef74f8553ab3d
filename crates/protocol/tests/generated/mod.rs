//! Files that are generated from the Rust sources and committed.

use std::fs;
use std::path::Path;

/// Compares the committed file at `path`, from the crate's folder, with what it must hold. With
/// `PARLOUR_WRITE_TYPES=1` it is written first; without, a difference fails, so a drift is seen and not silently repaired.
pub(crate) fn check(path: &str, current: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("PARLOUR_WRITE_TYPES").is_some() {
        fs::create_dir_all(path.parent().expect("a file stands in a folder"))
            .expect("the folder can be made");
        fs::write(&path, current).expect("the file can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == current,
        "{} differs from the Rust sources; `make types` writes it anew",
        path.display()
    );
}
