//! The Hungarian definite article, `a` or `az`, chosen by the sound of the following word.

/// Returns the Hungarian definite article of a word: `az` before a vowel sound, otherwise `a`. The
/// pronunciation decides for numbers, too.
///
/// ```
/// use ulti::text::article;
/// assert_eq!(article("ulti"), "az");
/// assert_eq!(article("40-100"), "a");
/// assert_eq!(article("5"), "az");
/// ```
pub fn article(word: &str) -> &'static str {
    let spoken = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let digits = spoken.chars().take_while(char::is_ascii_digit).count();
    let vowel = match spoken.chars().next() {
        // Pronounced öt, ötven, ötszáz and so on.
        Some('5') => true,
        // A vowel in egy, ezer and egymillió, but not in tíz and száz.
        Some('1') => digits % 3 == 1,
        Some(letter) => letter.to_lowercase().any(|letter| "aáeéiíoóöőuúüű".contains(letter)),
        None => false,
    };
    if vowel { "az" } else { "a" }
}
