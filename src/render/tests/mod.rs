//! Pictures that are looked at: `ULTI_PICTURES=folder cargo test --lib render` writes them there.

use std::fs;
use std::path::PathBuf;

mod cards;
mod deal;
mod hidden;
mod secrets;

/// Writes a picture to the folder that was asked for, if any was.
fn keep(name: &str, bytes: &[u8]) {
    let Some(folder) = std::env::var_os("ULTI_PICTURES").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
}
