//! The page is part of the program: a page that was built again makes another program.

fn main() {
    println!("cargo::rerun-if-changed=../web/dist");
}
