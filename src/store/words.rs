//! Whole words in a text that people or programs wrote: names and numbers of whoever is forgotten.

/// The shortest name that is looked for in sentences: shorter ones are words of their own too often.
const SHORTEST: usize = 3;

/// Whether a sentence names somebody: as whole words, in capitals or not.
pub(super) fn names(sentence: &str, name: &str) -> bool {
    let name = name.trim().to_lowercase();
    name.chars().count() >= SHORTEST && !places(&sentence.to_lowercase(), &name).is_empty()
}

/// Whether a number stands in a sentence, and not only as a part of a longer one.
pub(super) fn numbers(sentence: &str, number: &str) -> bool {
    !places(sentence, number).is_empty()
}

/// The text with something else wherever these whole words stand.
pub(super) fn replaced(text: &str, words: &str, other: &str) -> String {
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

/// Where these words begin, in bytes; no letter and no digit is beside them.
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
    fn names_are_whole_words_of_three_letters_or_more() {
        assert!(names("Dóra kovács saw it", "dóra Kovács"));
        assert!(names("(EDE)", "Ede"));
        assert!(names("it was Ede", " Ede "));
        for (sentence, name) in [("he revealed it", "e"), ("the edema", "Ede"), ("Ede2", "Ede"), ("x", "")] {
            assert!(!names(sentence, name), "{name}");
        }
    }

    #[test]
    fn numbers_stand_alone() {
        assert!(numbers("<@123> saw it", "123"));
        assert!(!numbers("41235", "123"));
        assert_eq!(replaced(r#"{"a":[123,1234],"b":"123"}"#, "123", "9"), r#"{"a":[9,1234],"b":"9"}"#);
        assert_eq!(replaced("nobody", "123", "9"), "nobody");
    }
}
