//! Parsing of the command line without showing misplaced tokens.

use std::ffi::OsString;

use clap::Parser;

use super::Cli;
use crate::config::without_tokens;

/// Advice that follows an error if the arguments contain a token.
const TOKEN_AS_ARGUMENT: &str = "\
The bot's token cannot be an argument, because other users of this machine can read the arguments of a program.
Set it in the environment variable ULTI_DISCORD__TOKEN, or set discord.token_file in config.toml.";

impl Cli {
    /// Parses the arguments of the program.
    ///
    /// Prints help, the version or an error and exits if there is no command to run. Error messages mask text
    /// that may be a token.
    pub fn parse_or_exit() -> Self {
        Self::try_parse().unwrap_or_else(|error| {
            if !error.use_stderr() {
                error.exit();
            }
            let text = error.render().to_string();
            let shown = without_tokens(&text);
            let contains_token = std::env::args_os().skip(1).any(|argument| is_like_a_token(&argument));
            if shown == text && !contains_token {
                error.exit();
            }
            eprint!("{shown}");
            if contains_token {
                eprintln!("\n{TOKEN_AS_ARGUMENT}");
            }
            std::process::exit(error.exit_code());
        })
    }
}

/// Returns `true` if the argument is an option for a token, or contains text that looks like a token.
fn is_like_a_token(argument: &OsString) -> bool {
    let argument = argument.to_string_lossy();
    let is_option = argument == "--token" || argument.starts_with("--token=");
    is_option || without_tokens(&argument) != argument
}
