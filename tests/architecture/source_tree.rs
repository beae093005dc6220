//! The modules of a crate and the files that each file imports, read from the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// A module path, beginning with the crate's name.
type ModulePath = Vec<String>;

/// The modules of one crate without its tests.
pub(crate) struct SourceTree {
    modules: BTreeMap<ModulePath, Module>,
}

/// A module with the items that it imports.
struct Module {
    file: PathBuf,
    imports: Vec<ModulePath>,
    /// Names that other modules can import from this module, each with the path that it refers to.
    exports: BTreeMap<String, ModulePath>,
}

impl SourceTree {
    /// Reads a crate from its root file.
    pub(crate) fn read(name: &str, root: &Path) -> Self {
        let mut tree = Self { modules: BTreeMap::new() };
        let folder = root.parent().expect("a root file has a folder");
        tree.add(&[name.to_owned()], root, folder);
        tree
    }

    /// Returns the source files with the files that they import. A file does not import itself.
    pub(crate) fn imports(&self) -> BTreeMap<&Path, BTreeSet<&Path>> {
        let mut files: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
        for (path, module) in &self.modules {
            let imported = files.entry(&module.file).or_default();
            let resolved = module.imports.iter().filter_map(|import| self.defining_file(path, import, 0));
            imported.extend(resolved.filter(|file| *file != module.file));
        }
        files
    }

    fn add(&mut self, path: &[String], file: &Path, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add_items(path, file, folder, &syntax.items);
    }

    fn add_items(&mut self, path: &[String], file: &Path, folder: &Path, items: &[syn::Item]) {
        let mut uses = Uses::default();
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                syn::Item::Mod(module) => {
                    let name = module.ident.to_string();
                    let child = [path, std::slice::from_ref(&name)].concat();
                    if let Some((_, items)) = &module.content {
                        self.add_items(&child, file, &folder.join(&name), items);
                    } else {
                        let beside = folder.join(format!("{name}.rs"));
                        let inside = folder.join(&name).join("mod.rs");
                        let source = if beside.exists() { beside } else { inside };
                        self.add(&child, &source, &folder.join(&name));
                    }
                }
                item => uses.visit_item(item),
            }
        }
        let exports = uses.named.into_iter().collect();
        let module = Module { file: file.to_owned(), imports: uses.imports, exports };
        self.modules.insert(path.to_owned(), module);
    }

    /// Returns the file that defines an imported item, following re-exports.
    fn defining_file(&self, from: &[String], import: &[String], depth: usize) -> Option<&Path> {
        let absolute = self.absolute(from, import)?;
        let module = (1..=absolute.len()).rev().map(|end| &absolute[..end]).find_map(|path| {
            let module = self.modules.get(path)?;
            Some((path, module, &absolute[path.len()..]))
        });
        let (path, module, rest) = module?;
        match rest.first().and_then(|name| module.exports.get(name)) {
            Some(target) if depth < 16 => {
                let target = [target.as_slice(), &rest[1..]].concat();
                self.defining_file(path, &target, depth + 1).or(Some(&module.file))
            }
            _ => Some(&module.file),
        }
    }

    /// Resolves `crate`, `self`, `super` and names of child modules. Returns `None` for other crates.
    fn absolute(&self, from: &[String], import: &[String]) -> Option<ModulePath> {
        let supers = import.iter().take_while(|part| *part == "super").count();
        match import.first()?.as_str() {
            "crate" => Some([&from[..1], &import[1..]].concat()),
            "self" => Some([from, &import[1..]].concat()),
            "super" => Some([&from[..from.len().checked_sub(supers)?], &import[supers..]].concat()),
            child => {
                let path = [from, &[child.to_owned()]].concat();
                self.modules.contains_key(&path).then(|| [from, import].concat())
            }
        }
    }
}

/// The `use` declarations of a module, including those in function bodies.
#[derive(Default)]
struct Uses {
    imports: Vec<ModulePath>,
    named: Vec<(String, ModulePath)>,
}

impl Uses {
    fn flatten(&mut self, prefix: &[String], tree: &syn::UseTree) {
        let with = |ident: &syn::Ident| [prefix, &[ident.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.flatten(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) if name.ident == "self" => self.add(prefix.last(), prefix.to_vec()),
            syn::UseTree::Name(name) => self.add(Some(&name.ident.to_string()), with(&name.ident)),
            syn::UseTree::Rename(rename) if rename.ident == "self" => {
                self.add(Some(&rename.rename.to_string()), prefix.to_vec());
            }
            syn::UseTree::Rename(rename) => {
                self.add(Some(&rename.rename.to_string()), with(&rename.ident));
            }
            syn::UseTree::Glob(_) => self.add(None, prefix.to_vec()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.flatten(prefix, item)),
        }
    }

    fn add(&mut self, name: Option<&String>, path: ModulePath) {
        self.named.extend(name.map(|name| (name.clone(), path.clone())));
        self.imports.push(path);
    }
}

impl Visit<'_> for Uses {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.flatten(&[], &item.tree);
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns `true` if the attributes contain `#[cfg(test)]`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string() == "test",
        _ => false,
    })
}

/// Returns the import cycles: groups of files in which every file reaches every other.
pub(crate) fn cycles<'a>(imports: &BTreeMap<&'a Path, BTreeSet<&'a Path>>) -> Vec<Vec<&'a Path>> {
    let reach: BTreeMap<&Path, BTreeSet<&Path>> =
        imports.keys().map(|file| (*file, reachable(imports, file))).collect();
    let mut groups: BTreeSet<Vec<&Path>> = BTreeSet::new();
    for (file, reached) in reach.iter().filter(|(file, reached)| reached.contains(*file)) {
        let mutual = |other: &&&Path| reach.get(**other).is_some_and(|back| back.contains(file));
        groups.insert(reached.iter().filter(mutual).copied().collect());
    }
    groups.into_iter().collect()
}

/// Returns the files that a file imports, directly or through other files.
fn reachable<'a>(imports: &BTreeMap<&'a Path, BTreeSet<&'a Path>>, file: &'a Path) -> BTreeSet<&'a Path> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(next) = open.pop() {
        for imported in imports.get(next).into_iter().flatten() {
            if reached.insert(*imported) {
                open.push(imported);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, SourceTree) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let tree = SourceTree::read("sample", &folder.path().join("lib.rs"));
        (folder, tree)
    }

    fn cyclic_files(files: &[(&str, &str)]) -> Vec<String> {
        let (_folder, tree) = tree(files);
        let imports = tree.imports();
        let names = |file: &Path| file.file_name().unwrap().to_string_lossy().into_owned();
        cycles(&imports).into_iter().flatten().map(names).collect()
    }

    #[test]
    fn import_cycle_through_re_export_is_detected() {
        let found = cyclic_files(&[
            ("lib.rs", "mod a; mod b; pub use b::B;"),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "use super::a::{self, A}; pub struct B;"),
        ]);
        assert_eq!(found, ["a.rs", "b.rs"]);
    }

    #[test]
    fn import_cycle_check_allows_parent_re_exports() {
        let found = cyclic_files(&[
            ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
            ("a.rs", "pub struct A;"),
            ("b.rs", "use crate::A; pub struct B;"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn import_cycle_between_parent_and_child_module_is_detected() {
        let found = cyclic_files(&[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; use b::B; pub struct A;"),
            ("a/b.rs", "use super::A; pub struct B;"),
        ]);
        assert_eq!(found, ["b.rs", "mod.rs"]);
    }

    #[test]
    fn import_cycle_check_ignores_test_modules() {
        let found = cyclic_files(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ]);
        assert_eq!(found, [""; 0]);
    }
}
