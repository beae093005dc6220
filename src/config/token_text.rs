//! Parsing of the bot token, which may be in quotes, after the name of a variable, or contain invisible
//! characters.

use crate::visible_text::is_invisible;

/// Quotation marks that may enclose a token.
const QUOTES: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('„', '”')];

/// Returns the token in a text. Returns `None` if the text is empty.
///
/// Removes invisible characters such as a byte-order mark, quotation marks, the name of a variable as in
/// `DISCORD_TOKEN=…`, the word `Bot` of an `Authorization` header, and lines that are empty or comments.
///
/// # Errors
/// Returns a sentence that says why the text contains no token. It contains no part of the text.
pub(super) fn token_in(text: &str) -> Result<Option<String>, String> {
    let visible: String = text.chars().filter(|sign| *sign == '\n' || !is_invisible(*sign)).collect();
    let lines = visible.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let line = match lines[..] {
        [] => return Ok(None),
        [line] => line,
        _ => return Err(format!("it has {} lines; give only the line with the token", lines.len())),
    };
    let token = without_quotes(without_variable(line));
    let token = without_quotes(token.strip_prefix("Bot ").unwrap_or(token).trim());
    match token.chars().find(|sign| !sign.is_ascii_graphic()) {
        _ if token.is_empty() => Ok(None),
        None => Ok(Some(token.to_owned())),
        Some(' ') => Err("it has spaces; give only the token".to_owned()),
        Some(sign) => Err(format!("it has the character {}, which no token has", sign.escape_unicode())),
    }
}

/// Removes the name of a variable, with `export` before it, such as `DISCORD_TOKEN=`.
fn without_variable(line: &str) -> &str {
    let Some((name, value)) = line.split_once('=') else { return line };
    let name = name.trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim();
    let is_name = name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_')
        && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
    if is_name { value.trim() } else { line }
}

fn without_quotes(text: &str) -> &str {
    let inner = |(open, close)| text.strip_prefix(open)?.strip_suffix(close);
    QUOTES.into_iter().find_map(inner).unwrap_or(text).trim()
}

/// Decodes the content of a token file: UTF-8 or, with a byte-order mark, UTF-16.
///
/// # Errors
/// Returns a sentence if the content is neither.
pub(super) fn decode(bytes: Vec<u8>) -> Result<String, String> {
    let units = |rest: &[u8], unit: fn([u8; 2]) -> u16| -> Vec<u16> {
        rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect()
    };
    let text = match bytes[..] {
        [0xff, 0xfe, ref rest @ ..] => String::from_utf16(&units(rest, u16::from_le_bytes)).ok(),
        [0xfe, 0xff, ref rest @ ..] => String::from_utf16(&units(rest, u16::from_be_bytes)).ok(),
        _ => String::from_utf8(bytes).ok(),
    };
    text.ok_or_else(|| "it is not a text file in UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A token of the usual form that belongs to no bot.
    const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.G4bcDE.q7Zk0_hPw3RtY8uLs2VbN5mXe1JcA9gTf6-D4i";

    #[test]
    fn token_is_found_as_people_paste_it() {
        for form in [
            "@",
            " @\r\n",
            "\u{feff}@\n",
            "\"@\"",
            "'@'",
            "“@”",
            "\u{200b}@\u{200b}",
            "DISCORD_TOKEN=@",
            "export ULTI_DISCORD__TOKEN = \"@\"\n",
            "\u{feff}# the bot\n\ntoken = '@'\n",
            "Bot @",
            "\"Bot @\"",
        ] {
            assert_eq!(token_in(&form.replace('@', TOKEN)), Ok(Some(TOKEN.to_owned())), "{form:?}");
        }
    }

    #[test]
    fn text_without_token_is_none() {
        for text in ["", " \n", "\u{feff}", "DISCORD_TOKEN=", "\"\"", "# comment\n"] {
            assert_eq!(token_in(text), Ok(None), "{text:?}");
        }
    }

    #[test]
    fn text_that_is_no_token_is_refused_without_quoting_it() {
        for (text, why) in [
            ("TOKEN\nTOKEN", "it has 2 lines"),
            ("TOKEN and more", "it has spaces"),
            ("TOKENé", "it has the character \\u{e9}"),
        ] {
            let message = token_in(&text.replace("TOKEN", TOKEN)).unwrap_err();
            assert!(message.starts_with(why) && !message.contains("MTk4"), "{message}");
        }
    }

    #[test]
    fn utf_16_is_decoded() {
        let little: Vec<u8> = "\u{feff}TOKEN\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}TOKEN\r\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big, b"TOKEN\n".to_vec(), "\u{feff}TOKEN".into()] {
            assert_eq!(token_in(&decode(bytes).unwrap()), Ok(Some("TOKEN".to_owned())));
        }
        decode(vec![b'T', 0xe1]).unwrap_err();
        decode(vec![0xff, 0xfe, 0x00, 0xd8]).unwrap_err();
    }
}
