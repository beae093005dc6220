//! The Hungarian definite article, `a` or `az`, which hangs on the sound of the next word.

/// `az` before a vowel, else `a`; numbers by how they are said.
///
/// ```
/// use ulti::text::article;
/// assert_eq!(article("ulti"), "az");
/// assert_eq!(article("40-100"), "a");
/// assert_eq!(article("5"), "az");
/// ```
pub fn article(word: &str) -> &'static str {
    let sounded = word.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    let digits = sounded.chars().take_while(char::is_ascii_digit).count();
    let vowel = match sounded.chars().next() {
        // öt, ötven, ötszáz …
        Some('5') => true,
        // egy, ezer, egymillió; but tíz, száz
        Some('1') => digits % 3 == 1,
        Some(letter) => letter.to_lowercase().any(|letter| "aáeéiíoóöőuúüű".contains(letter)),
        None => false,
    };
    if vowel { "az" } else { "a" }
}
