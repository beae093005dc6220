//! A new migration has to be compiled in, and cargo does not see that by itself.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
