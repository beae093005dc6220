//! Tests that the code passes every argument that a message needs.
//!
//! The sources are parsed, so that the arguments of messages are checked that no test causes the bot to send.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};

use super::files::{all_keys, sources};
use crate::text::Lang;
use crate::text::rules::{rating_example, values::figures};
use ulti_rules::Book;

/// The names of arguments.
type Names = BTreeSet<String>;

/// A call that formats a message.
struct Call {
    key: Key,
    /// Names of the arguments, or `None` if they are in a variable.
    names: Option<Names>,
}

/// The key of the message that a call formats.
enum Key {
    Literal(String),
    /// A key that the code builds at run time: what precedes and what follows the variable part.
    Composed(String, String),
    /// A key in a variable.
    Variable,
}

impl Key {
    /// Returns `true` if the code may build the given key.
    fn may_become(&self, key: &str) -> bool {
        matches!(self, Self::Composed(start, end) if key.starts_with(start) && key.ends_with(end))
    }
}

/// The messages of a function.
#[derive(Default)]
struct Function {
    name: String,
    calls: Vec<Call>,
    /// String literals that are not the key of a call.
    literals: Vec<String>,
    /// Names of all arguments in the function.
    names: Names,
    /// Names of the functions that it calls.
    uses: BTreeSet<String>,
}

/// Returns the string literal that an expression consists of.
fn literal(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        syn::Expr::Reference(reference) => literal(&reference.expr),
        _ => None,
    }
}

/// Parses the arguments of a macro as expressions. Returns nothing if they are something else.
fn arguments_of(of: &syn::Macro) -> Vec<syn::Expr> {
    let parser = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    parser.parse2(of.tokens.clone()).map(|parsed| parsed.into_iter().collect()).unwrap_or_default()
}

/// Returns the names in a list of arguments, such as `args![name, points = 7]` or `&[("name", name)]`.
fn names_in(expression: &syn::Expr) -> Option<Names> {
    match expression {
        syn::Expr::Reference(reference) => names_in(&reference.expr),
        syn::Expr::Macro(list) if list.mac.path.is_ident("args") => {
            arguments_of(&list.mac).iter().map(name_of).collect()
        }
        syn::Expr::Array(array) => array.elems.iter().map(name_of_tuple).collect(),
        _ => None,
    }
}

fn name_of_tuple(argument: &syn::Expr) -> Option<String> {
    matches!(argument, syn::Expr::Tuple(_)).then(|| name_of(argument)).flatten()
}

/// Returns the name of an argument: `name`, `name = value` or `("name", value)`.
fn name_of(argument: &syn::Expr) -> Option<String> {
    match argument {
        syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        syn::Expr::Assign(assign) => name_of(&assign.left),
        syn::Expr::Tuple(tuple) => literal(tuple.elems.first()?),
        _ => None,
    }
}

/// Returns what precedes and what follows the variable part of a built key.
fn composed(expression: &syn::Expr) -> Option<Key> {
    match expression {
        syn::Expr::Reference(reference) => composed(&reference.expr),
        syn::Expr::Macro(format) if format.mac.path.is_ident("format") => {
            let text = literal(arguments_of(&format.mac).first()?)?;
            let ((start, _), (_, end)) = (text.split_once('{')?, text.rsplit_once('}')?);
            (!start.is_empty()).then(|| Key::Composed(start.to_owned(), end.to_owned()))
        }
        _ => None,
    }
}

/// Collects the messages of the functions of a file.
#[derive(Default)]
struct Functions {
    /// The function that is being visited, or the items of the file that are not functions.
    current: Function,
    finished: Vec<Function>,
}

impl Functions {
    fn of(source: &str) -> Vec<Function> {
        let mut functions = Self::default();
        functions.visit_file(&syn::parse_file(source).unwrap());
        functions.finished.push(functions.current);
        functions.finished
    }

    /// Visits a function with messages of its own.
    fn function(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        let name = name.to_string();
        let outer = std::mem::replace(&mut self.current, Function { name, ..Function::default() });
        visit(self);
        self.finished.push(std::mem::replace(&mut self.current, outer));
    }

    fn call(&mut self, key: &syn::Expr, names: Option<Names>) {
        let key = literal(key).map(Key::Literal).or_else(|| composed(key)).unwrap_or(Key::Variable);
        self.current.calls.push(Call { key, names });
    }
}

impl Functions {
    /// Visits the arguments of a call.
    fn arguments(&mut self, name: &str, arguments: &[&syn::Expr]) {
        let rest = match (name, arguments) {
            ("text", [key]) => {
                self.call(key, Some(Names::new()));
                if literal(key).is_some() { &[] } else { arguments }
            }
            ("with", [key, names]) => {
                self.call(key, names_in(names));
                if literal(key).is_some() { &arguments[1..] } else { arguments }
            }
            _ => arguments,
        };
        for argument in rest {
            self.visit_expr(argument);
        }
    }
}

/// Returns the last part of the path of a function.
fn last_name(function: &syn::Expr) -> Option<String> {
    let syn::Expr::Path(path) = function else { return None };
    path.path.segments.last().map(|last| last.ident.to_string())
}

impl<'a> Visit<'a> for Functions {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
        self.function(&function.sig.ident, |functions| visit::visit_item_fn(functions, function));
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        self.function(&function.sig.ident, |functions| visit::visit_impl_item_fn(functions, function));
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let name = call.method.to_string();
        let arguments: Vec<&syn::Expr> = call.args.iter().collect();
        self.visit_expr(&call.receiver);
        self.arguments(&name, &arguments);
        self.current.uses.insert(name);
    }

    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        let arguments: Vec<&syn::Expr> = call.args.iter().collect();
        let Some(name) = last_name(&call.func) else { return visit::visit_expr_call(self, call) };
        match arguments.as_slice() {
            // A function that formats a message of an appearance.
            [_, rest @ ..] if name == "with" => self.arguments(&name, rest),
            arguments => self.arguments(&name, arguments),
        }
        self.current.uses.insert(name);
    }

    fn visit_expr_tuple(&mut self, tuple: &'a syn::ExprTuple) {
        self.current.names.extend(tuple.elems.first().and_then(literal));
        visit::visit_expr_tuple(self, tuple);
    }

    fn visit_lit_str(&mut self, text: &'a syn::LitStr) {
        self.current.literals.push(text.value());
    }

    fn visit_macro(&mut self, of: &'a syn::Macro) {
        let arguments = arguments_of(of);
        if of.path.is_ident("args") {
            self.current.names.extend(arguments.iter().filter_map(name_of));
        }
        // The arguments do not live as long as the file.
        let mut inner = Functions { current: std::mem::take(&mut self.current), finished: Vec::new() };
        for argument in &arguments {
            inner.visit_expr(argument);
        }
        self.current = inner.current;
        self.finished.extend(inner.finished);
    }
}

/// All functions of the bot.
struct Source {
    files: Vec<(PathBuf, Vec<Function>)>,
    /// Names of the arguments that describe rules. `RULES_FUNCTIONS` return them.
    rules: Names,
}

/// Functions whose arguments have the names of rules, which are not in the source.
const RULES_FUNCTIONS: [&str; 2] = ["figures", "of_rules"];

impl Source {
    fn functions(&self) -> impl Iterator<Item = &Function> {
        self.files.iter().flat_map(|(_, functions)| functions)
    }

    fn calls(&self) -> impl Iterator<Item = &Call> {
        self.functions().flat_map(|function| &function.calls)
    }

    /// Returns the functions with each name.
    fn by_name(&self) -> BTreeMap<&str, Vec<&Function>> {
        let mut by_name: BTreeMap<&str, Vec<&Function>> = BTreeMap::new();
        for function in self.functions() {
            by_name.entry(&function.name).or_default().push(function);
        }
        by_name
    }

    /// Returns the names of the arguments in a function and in those that it calls, directly or through up to
    /// two others. Functions with common names are left out, because only names are compared.
    fn names_in_reach(&self, function: &Function) -> Names {
        let by_name = self.by_name();
        let (mut names, mut seen) = (function.names.clone(), function.uses.clone());
        for _ in 0..3 {
            for name in std::mem::take(&mut seen) {
                if let Some([only]) = by_name.get(name.as_str()).map(Vec::as_slice) {
                    names.extend(only.names.iter().cloned());
                    seen.extend(only.uses.iter().cloned());
                }
                if RULES_FUNCTIONS.contains(&name.as_str()) {
                    names.extend(self.rules.iter().cloned());
                }
            }
        }
        names
    }

    /// Returns the messages that are formatted without an argument that they need.
    fn missing(&self, keys: &BTreeMap<String, Names>) -> Vec<String> {
        let needing = keys.iter().filter(|(_, needed)| !needed.is_empty());
        needing.flat_map(|(key, needed)| self.missing_in(key, needed)).collect()
    }

    /// Returns the functions that format a message without an argument that it needs.
    fn missing_in(&self, key: &str, needed: &Names) -> Vec<String> {
        let mut missing = Vec::new();
        for (file, functions) in &self.files {
            for function in functions.iter().filter(|function| function.mentions(key)) {
                let is_wrong = function.calls_of(key).any(|call| !self.passes(function, call, needed));
                let is_passed = function.literals.iter().any(|literal| literal == key);
                if is_wrong || (is_passed && !self.is_formatted_by_one(functions, function, needed)) {
                    missing.push(format!("{}: {}: {key}: {needed:?}", file.display(), function.name));
                }
            }
        }
        let mut built = self.functions().filter(|function| function.builds(key)).peekable();
        let passes = |function: &Function| {
            function.calls.iter().any(|call| call.key.may_become(key) && self.passes(function, call, needed))
        };
        let is_literal = self.functions().any(|function| function.mentions(key));
        if !is_literal && built.peek().is_some() && !built.any(passes) {
            missing.push(format!("{key}: {needed:?}"));
        }
        missing
    }

    /// Returns `true` if a call passes all arguments that a message needs.
    fn passes(&self, function: &Function, call: &Call, needed: &Names) -> bool {
        match &call.names {
            Some(names) => needed.is_subset(names),
            None => needed.is_subset(&self.names_in_reach(function)),
        }
    }

    /// Returns `true` if one of the functions of a file, or one that they call, formats a message with the
    /// key that `caller` passes to it, and the two together pass all arguments that the message needs.
    fn is_formatted_by_one(&self, functions: &[Function], caller: &Function, needed: &Names) -> bool {
        let is_variable = |call: &&Call| matches!(call.key, Key::Variable);
        let is_called = |name: &String| functions.iter().any(|function| function.uses.contains(name));
        let called = self.functions().filter(|function| is_called(&function.name));
        functions.iter().chain(called).any(|function| {
            function.calls.iter().filter(is_variable).any(|call| {
                let missing: Names = match &call.names {
                    Some(names) => needed.difference(names).cloned().collect(),
                    None => needed.difference(&self.names_in_reach(function)).cloned().collect(),
                };
                missing.is_empty() || (call.names.is_none() && missing.is_subset(&caller.names))
            })
        })
    }
}

impl Function {
    fn calls_of(&self, key: &str) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(move |call| matches!(&call.key, Key::Literal(literal) if literal == key))
    }

    fn mentions(&self, key: &str) -> bool {
        self.calls_of(key).next().is_some() || self.literals.iter().any(|literal| literal == key)
    }

    fn builds(&self, key: &str) -> bool {
        self.calls.iter().any(|call| call.key.may_become(key))
    }
}

#[test]
fn messages_get_all_arguments_that_they_need() {
    let is_test = |file: &Path| file.components().any(|part| part.as_os_str() == "tests");
    let files = sources().into_iter().filter(|(file, _)| !is_test(file) && !file.ends_with("tests.rs"));
    let files = files.map(|(file, source)| (file, Functions::of(&source))).collect();
    let book = Book::preset("4m").unwrap();
    let rules = figures(Lang::En.into(), &book).into_iter().chain(rating_example::figures(Lang::En));
    let rules = rules.map(|(name, _)| name.to_owned()).collect();
    let source = Source { files, rules };
    // Names without a hyphen are too common.
    let keys = all_keys(Lang::En).into_iter().filter(|(key, _)| key.contains('-')).collect();
    let missing = source.missing(&keys);
    assert!(missing.is_empty(), "{missing:#?}");
    let calls = source.calls().count();
    assert!(calls > 700, "{calls}");
}

#[test]
fn missing_arguments_are_found() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Names>();
    let keys = BTreeMap::from([
        ("plain".to_owned(), names(&[])),
        ("turn".to_owned(), names(&["name"])),
        ("sum-won".to_owned(), names(&["name", "points"])),
    ]);
    for (body, is_right) in [
        (r#"text.text("plain")"#, true),
        (r#"text.text("turn")"#, false),
        (r#"text.with("turn", args![name])"#, true),
        (r#"text.with("turn", args![other = name])"#, false),
        (r#"text.with("turn", &[("name", name)])"#, true),
        (r#"text.with("sum-won", args![name, points = 7])"#, true),
        (r#"text.with(&format!("sum-{won}"), args![name])"#, false),
        (r#"let args = args![name, points]; text.with("sum-won", args)"#, true),
        (r#"let args = args![name]; text.with("sum-won", args)"#, false),
        (r#"let args = args_of(name); text.with("sum-won", args)"#, true),
        (r#"let args = new(name); text.with("sum-won", args)"#, false),
        (r#"let key = if one { "plain" } else { "turn" }; text.with(key, args![name])"#, true),
        (r#"let key = if one { "plain" } else { "turn" }; text.text(key)"#, false),
        (r#"format!("{} {}", 1, text.text("turn"))"#, false),
        (r#"vec![1].iter().map(|_| text.text("turn"))"#, false),
    ] {
        let source = format!(
            "fn f() {{ {body}; }} fn args_of() {{ args![name, points] }}
            mod a {{ fn new() {{ args![name, points] }} }} mod b {{ fn new() {{}} }}"
        );
        let files = vec![(PathBuf::new(), Functions::of(&source))];
        let source = Source { files, rules: Names::new() };
        assert_eq!(source.missing(&keys).is_empty(), is_right, "{body}: {:?}", source.missing(&keys));
    }
}
