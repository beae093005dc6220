//! Build script: recompiles the crate when a migration changes, because migrations are embedded.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
