//! Masking of bot tokens that were put in the wrong place.
//!
//! A token consists of three parts that are separated by dots: the id of the bot's user as Base64, a
//! timestamp of six characters, and a signature of at least 27 characters. A TOML parser splits a key at its
//! dots, so an error may contain a single part. Names of rules are converted to lower case before they are
//! reported.

/// Text that is shown in place of a token.
const MASK: &str = "(possible token)";
/// Minimum length at which a run of letters, digits, dots, underscores and dashes is treated as a token.
/// Discord tokens have about 70 characters.
const LIKE_A_TOKEN: usize = 50;
/// Minimum length of a part that is treated as a signature.
const LIKE_A_SIGNATURE: usize = 20;
/// Number of Base64 groups of a user id that are recognized as the beginning of a token. Each group encodes
/// three digits.
const GROUPS: usize = 3;
/// Number of characters in a Base64 group.
const GROUP: usize = 4;

/// Masks all parts of the text that look like a token or a part of one, and users and passwords in URLs, so
/// that neither error messages nor log lines reveal a misplaced token.
pub fn without_tokens(text: &str) -> String {
    let text = without_user_info(text);
    let words = text.split_inclusive(|letter| !is_of_token(letter));
    let shown = |word: &str| {
        let letters = word.trim_end_matches(|letter| !is_of_token(letter));
        let Some(start) = start_of_token(letters) else { return word.to_owned() };
        format!("{}{MASK}{}", &word[..start], &word[letters.len()..])
    };
    words.map(shown).collect()
}

/// Masks everything between `://` and the last `@` of each word.
fn without_user_info(text: &str) -> String {
    let shown = |word: &str| match (word.find("://"), word.rfind('@')) {
        (Some(scheme), Some(end)) if scheme < end => format!("{}://…{}", &word[..scheme], &word[end..]),
        _ => word.to_owned(),
    };
    text.split_inclusive(char::is_whitespace).map(shown).collect()
}

fn is_of_token(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "._-".contains(letter)
}

/// Returns the byte offset at which a token begins in a word. Everything after this offset is masked.
fn start_of_token(word: &str) -> Option<usize> {
    if word.len() >= LIKE_A_TOKEN {
        return Some(0);
    }
    let mut start = 0;
    for part in word.split('.') {
        if contains_user_id(part) || is_like_a_signature(part) {
            return Some(start);
        }
        start += part.len() + 1;
    }
    None
}

/// Returns `true` if the part contains the Base64 encoding of a sequence of digits, in any letter case.
fn contains_user_id(part: &str) -> bool {
    let is_group = |group: &[u8]| {
        let [one, two, three, four] = group else { return false };
        b"mno".contains(one)
            && b"dtjz".contains(two)
            && b"aeimquycgk".contains(three)
            && b"wxyz012345".contains(four)
    };
    let part = part.to_ascii_lowercase();
    part.as_bytes().windows(GROUPS * GROUP).any(|groups| groups.chunks(GROUP).all(is_group))
}

/// Returns `true` if the part changes between capital letters, small letters and digits as often as random
/// characters do.
fn is_like_a_signature(part: &str) -> bool {
    let class = |letter: &u8| (letter.is_ascii_uppercase(), letter.is_ascii_digit());
    let letters: Vec<u8> = part.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let changes = letters.windows(2).filter(|pair| class(&pair[0]) != class(&pair[1])).count();
    letters.len() >= LIKE_A_SIGNATURE && 3 * changes >= letters.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A token of the usual form that belongs to no bot.
    const TOKEN: [&str; 3] = ["MTk4NjIyNDgzNDcxOTI1MjQ4", "G4bcDE", "q7Zk0_hPw3RtY8uLs2VbN5mXe1JcA9gTf6-D4i"];

    #[test]
    fn password_in_url_is_masked() {
        let shown =
            without_tokens("unexpected 'postgres://ulti:p@ss/w?d@db/ulti' and http://127.0.0.1:1/a@b");
        assert_eq!(shown, "unexpected 'postgres://…@db/ulti' and http://…@b");
        assert_eq!(without_tokens("http://127.0.0.1:4690"), "http://127.0.0.1:4690");
    }

    #[test]
    fn whole_tokens_are_masked_in_any_surroundings() {
        let token = TOKEN.join(".");
        for text in [
            token.clone(),
            format!("failed to read {token}: no such file"),
            format!("error: unexpected argument '--{token}' found"),
            format!("\"{token}\"\n`{token}`"),
            format!("Bot {token}."),
            format!("table.{token}"),
            token.to_lowercase(),
        ] {
            let shown = without_tokens(&text);
            let lower = shown.to_lowercase();
            assert!(TOKEN.iter().all(|part| !lower.contains(&part.to_lowercase())), "{shown}");
            assert!(shown.contains(MASK), "{shown}");
        }
    }

    #[test]
    fn parts_of_tokens_are_masked() {
        let [user, time, signature] = TOKEN;
        for text in [
            user.to_owned(),
            user[..12].to_owned(),
            user.to_lowercase(),
            format!("{user}.{time}"),
            format!("discord.{user}.{time}"),
            signature.to_owned(),
            signature[..27].to_owned(),
            format!("{time}.{signature}").split_off(7),
        ] {
            let shown = without_tokens(&text);
            assert!(shown == MASK || shown == format!("discord.{MASK}"), "{text} is shown as {shown}");
        }
    }

    #[test]
    fn ordinary_words_are_not_masked() {
        for text in [
            "unknown key table.hard_limt (config.toml): did you mean table.hard_limit?",
            "failed to open database /var/lib/ulti/Ulti-2026-11-21-Backup.v2.db (unable to open database file)",
            "server 41771983423143937 has no season called '2026-11'",
            "http://127.0.0.1:4690 2026-11-24T00:11:04.123456Z interaction{id=1234567890123456789 kind=\"command\"}",
            "failed to register commands for user installs; registering for servers only",
            "thread panicked location=src/discord/messages/standings/collusion_review.rs:12:5",
            "/tmp/.tmpAb1Cd2/deals.jsonl:2: refused",
            "rablo four_tens=true durchmars=7",
            "aarch64-unknown-linux-gnu x86_64-unknown-linux-gnu",
        ] {
            assert_eq!(without_tokens(text), text);
        }
    }
}
