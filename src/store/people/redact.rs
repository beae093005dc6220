//! Search for names and ids in free text. Only whole words match.

/// Minimum length of a name to search for, in characters. Shorter names are often ordinary words.
const SHORTEST: usize = 3;

/// Returns `true` if `sentence` contains `name` as a whole word or phrase. Case is ignored.
///
/// Names shorter than [`SHORTEST`] characters never match.
pub(crate) fn names(sentence: &str, name: &str) -> bool {
    let name = name.trim().to_lowercase();
    name.chars().count() >= SHORTEST && !places(&sentence.to_lowercase(), &name).is_empty()
}

/// Returns `true` if `sentence` contains the given number.
///
/// Digits inside a longer number do not match.
pub(crate) fn numbers(sentence: &str, number: &str) -> bool {
    !places(sentence, number).is_empty()
}

/// Replaces every whole-word occurrence of `words` in `text` with `other`.
pub(crate) fn replaced(text: &str, words: &str, other: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut from = 0;
    for place in places(text, words) {
        whole.push_str(&text[from..place]);
        whole.push_str(other);
        from = place + words.len();
    }
    whole.push_str(&text[from..]);
    whole
}

/// Returns the byte offsets of all occurrences of `words` that are not adjacent to a letter or digit.
fn places(text: &str, words: &str) -> Vec<usize> {
    if words.is_empty() {
        return Vec::new();
    }
    let alone = |place: usize| {
        let before = text[..place].chars().next_back();
        let after = text[place + words.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    };
    text.match_indices(words).map(|(place, _)| place).filter(|place| alone(*place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redaction_matches_only_whole_names() {
        assert!(names("Dóra kovács saw it", "dóra Kovács"));
        assert!(names("(EDE)", "Ede"));
        assert!(names("it was Ede", " Ede "));
        for (sentence, name) in [("he revealed it", "e"), ("the edema", "Ede"), ("Ede2", "Ede"), ("x", "")] {
            assert!(!names(sentence, name), "{name}");
        }
    }

    #[test]
    fn user_id_inside_longer_number_is_not_redacted() {
        assert!(numbers("<@123> saw it", "123"));
        assert!(!numbers("41235", "123"));
        assert_eq!(replaced(r#"{"a":[123,1234],"b":"123"}"#, "123", "9"), r#"{"a":[9,1234],"b":"9"}"#);
        assert_eq!(replaced("nobody", "123", "9"), "nobody");
    }
}
