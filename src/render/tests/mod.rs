//! Tests of pictures. `ULTI_PICTURES=folder cargo test --lib render` writes the pictures to a folder for
//! inspection.

use std::fs;
use std::path::PathBuf;

mod cards;
mod deal;
mod hidden;
mod secrets;

/// Writes a picture to the folder named by the variable `ULTI_PICTURES`, if it is set.
fn keep(name: &str, bytes: &[u8]) {
    let Some(folder) = std::env::var_os("ULTI_PICTURES").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
}
