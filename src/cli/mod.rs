//! The command line of the program. Each variant of [`Command`] is implemented in its own file.

mod analyse;
mod arena;
mod arguments;
mod import;
mod log_output;
mod logging;
mod maintenance;
mod move_database;
mod person;
#[cfg(feature = "playground")]
mod playground;
mod progress;
mod record_input;
mod records;
mod replay;
mod robot;
mod robot_deals;
mod rules;
mod run;
mod simulate;
mod solve;
mod verify;
mod void;

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use crate::config::ConfigError;
use crate::discord::DiscordError;

/// Discord bot and command-line tools for Ulti, the Hungarian card game
#[derive(Debug, clap::Parser)]
#[command(name = "ulti", version, after_help = examples())]
pub struct Cli {
    /// Command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Returns examples of all commands that the program was built with.
fn examples() -> String {
    let playground = if cfg!(feature = "playground") {
        "\n  ulti playground                      play in the browser, without a Discord account"
    } else {
        ""
    };
    format!("Examples:{playground}\n{EXAMPLES}")
}

const EXAMPLES: &str = "  ulti run                             run the bot on Discord; needs a token
  ulti run --check                     check token, database and clock before the start
  ulti rules 4m                        list all contracts, weakest first
  ulti simulate --deals 100 --seed 1   let robots play a hundred deals
  ulti arena --players easy,random,random --duplicate
                                       measure which robot is better, and by how much
  ulti robot --level strong            run a robot for other programs, with JSON lines
  ulti replay evening.jsonl            check recorded deals move by move
  ulti solve positions.jsonl           solve positions in which all cards are known
  ulti analyse evening.jsonl           find the mistakes in recorded deals
  ulti records SERVER > deals.jsonl    export the deals of a server
  ulti import SERVER deals.jsonl       import deals into the history of a server
  ulti verify deals.jsonl              verify the shuffles of recorded deals
  ulti void SERVER DEAL --reason TEXT  exclude a deal from all statistics
  ulti person forget USER              delete the data about a user
  ulti move sqlite:ulti.db postgres://ulti@db.example/ulti
                                       move all data to another database";

/// Time to wait until the error of a command is printed.
const PRINT_TIMEOUT: Duration = Duration::from_secs(1);

/// Prints the error of a command to standard error. If nobody reads standard error, gives up after a second,
/// so that the process ends.
pub fn print_error(message: String) {
    let (printed, is_printed) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        eprintln!("Error: {message}");
        let _ = printed.send(()); // nobody waits after the timeout
    });
    let _ = is_printed.recv_timeout(PRINT_TIMEOUT);
}

/// Exit code for failures that another start would not repair: `EX_CONFIG` of `sysexits.h`.
const CONFIGURATION_FAILED: u8 = 78;

/// Returns the exit code for an error of [`Cli::run`].
///
/// The code is 78 if another start would fail as well: the configuration is invalid, the token is wrong or in
/// use, or there are too few shards. Service managers can be configured not to restart the bot after this
/// code.
pub fn failure_code(error: &anyhow::Error) -> ExitCode {
    let is_permanent = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<ConfigError>()
            || cause.downcast_ref::<DiscordError>().is_some_and(DiscordError::is_permanent)
    };
    if error.chain().any(is_permanent) { ExitCode::from(CONFIGURATION_FAILED) } else { ExitCode::FAILURE }
}

/// Subcommands of the program. The help text of each subcommand is on its struct.
#[derive(Debug, clap::Subcommand)]
#[allow(missing_docs)] // clap takes the help from the struct of each subcommand
pub enum Command {
    #[cfg(feature = "playground")]
    Playground(playground::PlaygroundCommand),
    Run(run::Run),
    Simulate(simulate::Simulate),
    Arena(arena::Arena),
    Robot(robot::RobotCommand),
    Replay(replay::Replay),
    Analyse(analyse::Analyse),
    Rules(rules::Rules),
    Solve(solve::Solve),
    Backup(maintenance::Backup),
    Config(maintenance::ConfigCommand),
    Health(maintenance::Health),
    Records(records::Records),
    Import(import::ImportCommand),
    Verify(verify::Verify),
    Void(void::VoidCommand),
    Person(person::PersonCommand),
    Move(move_database::MoveCommand),
}

impl Cli {
    /// Runs the command and returns its exit code.
    ///
    /// The exit code is 1 if the command completes with a negative result, such as a rejected record.
    ///
    /// # Errors
    /// Returns an error if the command cannot be completed.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let answer = match self.command {
            #[cfg(feature = "playground")]
            Command::Playground(command) => command.run().map(|()| ExitCode::SUCCESS),
            Command::Run(command) => command.run(&mut out),
            Command::Backup(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Config(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Health(command) => command.run(&mut out),
            Command::Records(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Import(command) => command.run(&mut out),
            Command::Verify(command) => command.run(&mut out),
            Command::Void(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Person(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Move(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Simulate(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Arena(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Robot(command) => command.run(&mut out),
            Command::Replay(command) => command.run(&mut out),
            Command::Solve(command) => command.run(&mut out),
            Command::Analyse(command) => command.run(&mut out),
            Command::Rules(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
        };
        let flushed = io::Write::flush(&mut out).map_err(anyhow::Error::from);
        ignore_broken_pipe(answer.and_then(|code| flushed.map(|()| code)))
    }
}

/// Returns the success exit code if `positive` is `true`, and the failure exit code otherwise.
fn exit_code(positive: bool) -> ExitCode {
    if positive { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Treats a broken-pipe error as success, because programs such as `head` deliberately close the pipe early.
fn ignore_broken_pipe(answer: anyhow::Result<ExitCode>) -> anyhow::Result<ExitCode> {
    match answer {
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        answer => answer,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
