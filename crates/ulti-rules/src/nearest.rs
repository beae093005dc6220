//! Suggestions for misspelt names.

/// Maximum number of characters of an unknown name that are compared with the known names. Further characters
/// are ignored.
const MAX_COMPARED: usize = 64;

/// Returns the name in `names` that is most similar to `found`.
pub(crate) fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> &'a str {
    let found: String = found.chars().take(MAX_COMPARED).collect();
    names.into_iter().min_by_key(|name| strsim::levenshtein(name, &found)).unwrap_or_default()
}
