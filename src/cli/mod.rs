//! The command line. Each command is a file, joined by [`Command`].

mod analyse;
mod arena;
mod import;
mod input;
mod keep;
mod logging;
mod person;
mod playground;
mod progress;
mod records;
mod replay;
mod robot;
mod robots;
mod rules;
mod run;
mod settlement;
mod simulate;
mod solve;
mod source;
mod tally;
mod tidy;
mod verify;
mod void;

use std::io;
use std::process::ExitCode;

/// Ulti, Hungary's national card game: a Discord bot, and tools around its rules
#[derive(Debug, clap::Parser)]
#[command(name = "ulti", version, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  ulti playground                      play in the browser, without any account
  ulti run                             the bot at Discord, with a token
  ulti rules 4m                        every contract that can be bid, weakest first
  ulti simulate --deals 100 --seed 1   robots play a hundred deals
  ulti arena --players easy,random,random --duplicate
                                       which robot is better, and by how much
  ulti robot --level strong            a robot for other programs: JSON lines in and out
  ulti replay evening.jsonl            check recorded deals move by move
  ulti solve positions.jsonl           say what positions come to, all cards in sight
  ulti analyse evening.jsonl           what could be made, and which cards gave it away
  ulti records SERVER > deals.jsonl    the deals that were played on a server
  ulti import SERVER deals.jsonl       puts deals from elsewhere into its history
  ulti verify deals.jsonl              whether the shuffle was fair
  ulti void SERVER DEAL --reason TEXT  a deal that is not to count
  ulti person forget USER              what is kept about a person goes";

/// The commands. Each documents itself in its own file, where clap finds its help.
#[derive(Debug, clap::Subcommand)]
#[allow(missing_docs)] // clap shows each command's own words
pub enum Command {
    Playground(playground::Play),
    Run(run::Run),
    Simulate(simulate::Simulate),
    Arena(arena::Arena),
    Robot(robot::RobotCommand),
    Replay(replay::Replay),
    Analyse(analyse::Analyse),
    Rules(rules::Rules),
    Solve(solve::Solve),
    Backup(keep::Backup),
    Config(keep::ConfigCommand),
    Health(keep::Health),
    Records(records::Records),
    Import(import::ImportCommand),
    Verify(verify::Verify),
    Void(void::Void),
    Person(person::PersonCommand),
}

impl Cli {
    /// Does it. The exit code is 1 where a command ran and its answer is no.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let answer = match self.command {
            Command::Playground(command) => command.run().map(|()| ExitCode::SUCCESS),
            Command::Run(command) => command.run().map(|()| ExitCode::SUCCESS),
            Command::Backup(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Config(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Health(command) => command.run(&mut out),
            Command::Records(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Import(command) => command.run(&mut out),
            Command::Verify(command) => command.run(&mut out),
            Command::Void(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Person(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Simulate(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Arena(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
            Command::Robot(command) => command.run(&mut out),
            Command::Replay(command) => command.run(&mut out),
            Command::Solve(command) => command.run(&mut out),
            Command::Analyse(command) => command.run(&mut out),
            Command::Rules(command) => command.run(&mut out).map(|()| ExitCode::SUCCESS),
        };
        let flushed = io::Write::flush(&mut out).map_err(anyhow::Error::from);
        reader_gone_is_fine(answer.and_then(|code| flushed.map(|()| code)))
    }
}

/// Whoever reads the output may stop early, as `head` does.
fn reader_gone_is_fine(answer: anyhow::Result<ExitCode>) -> anyhow::Result<ExitCode> {
    match answer {
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        answer => answer,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
