//! `ulti run --check`: checks everything that the bot needs, without starting it.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use crate::cli::{exit_code, logging};
use crate::config::{Config, without_tokens};
use crate::discord::ShardSelection;
use crate::discord::preflight::{self, Preflight, ServerAccess, SessionStartLimit};
use crate::store::{DatabaseLocation, Store, StoreError};

/// Maximum difference between this machine's clock and Discord's, in seconds.
const MAX_CLOCK_DIFFERENCE: f64 = 5.0;
/// Number of servers with missing permissions that are listed.
const LISTED_SERVERS: usize = 20;

/// Runs all checks and writes one line per check. The exit code is 1 if a check failed.
pub(super) fn run(config: Option<&Path>, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut report = Report { out, has_failed: false };
    match Config::load(config) {
        Err(error) => report.failed("configuration", error)?,
        Ok(config) => {
            report.ok("configuration", "valid")?;
            logging::runtime()?.block_on(check(&config, &mut report))?;
        }
    }
    Ok(exit_code(!report.has_failed))
}

async fn check<W: Write>(config: &Config, report: &mut Report<'_, W>) -> io::Result<()> {
    match config.token() {
        Err(error) => report.failed("token", error)?,
        Ok(None) => report.failed("token", "missing: set ULTI_DISCORD__TOKEN or discord.token_file")?,
        Ok(Some(token)) => match Preflight::new(token, config.discord.api.as_deref()) {
            Err(error) => report.failed("token", error)?,
            Ok(discord) => check_discord(&discord, config.discord.shards, report).await?,
        },
    }
    match config.database() {
        Err(error) => report.failed("database", error),
        Ok(DatabaseLocation::File(path)) => check_file(&path, report).await,
        Ok(server) => check_server(&server, report).await,
    }
}

async fn check_discord<W: Write>(
    discord: &Preflight,
    shards: ShardSelection,
    report: &mut Report<'_, W>,
) -> io::Result<()> {
    let (application, ahead) = match discord.application().await {
        Ok(answer) => answer,
        Err(error) => return report.failed("token", error),
    };
    report.ok("token", format_args!("application {:?} ({})", application.name, application.id))?;
    if preflight::needs_privileged_intents() {
        report.warning("intents", "enable the privileged intents in the developer portal")?;
    } else {
        report.ok("intents", format_args!("{}; none is privileged", preflight::intents()))?;
    }
    match application.interactions_endpoint_url {
        None => report.ok("interactions", "received from the gateway")?,
        Some(_) => report.failed(
            "interactions",
            "Discord sends them to a URL: remove the Interactions Endpoint URL in the developer portal",
        )?,
    }
    check_clock(ahead, report)?;
    check_gateway(discord, shards, report).await?;
    match discord.servers().await {
        Ok(servers) => check_permissions(&servers, report),
        Err(error) => report.failed("permissions", error),
    }
}

fn check_clock<W: Write>(ahead: Option<f64>, report: &mut Report<'_, W>) -> io::Result<()> {
    let Some(ahead) = ahead else { return report.warning("clock", "Discord's answer contains no time") };
    if ahead.abs() <= MAX_CLOCK_DIFFERENCE {
        return report.ok("clock", format_args!("{:.0} s from Discord's clock", ahead.abs()));
    }
    let direction = if ahead > 0.0 { "ahead of" } else { "behind" };
    let seconds = ahead.abs();
    report
        .failed("clock", format_args!("{seconds:.0} s {direction} Discord's clock: synchronize it with NTP"))
}

async fn check_gateway<W: Write>(
    discord: &Preflight,
    shards: ShardSelection,
    report: &mut Report<'_, W>,
) -> io::Result<()> {
    let gateway = match discord.gateway().await {
        Ok(gateway) => gateway,
        Err(error) => return report.failed("gateway", error),
    };
    match discord.connect(&gateway.url).await {
        Ok(()) => report.ok("gateway", format_args!("{} is reachable", gateway.url))?,
        Err(error) => report.failed("gateway", error)?,
    }
    let range = match shards.range(gateway.shards) {
        Ok(range) => range,
        Err(error) => return report.failed("shards", error),
    };
    report.ok("shards", format_args!("{range}; Discord recommends {}", gateway.shards))?;
    let SessionStartLimit { total, remaining, reset_after } = gateway.session_start_limit;
    let minutes = Duration::from_millis(reset_after).as_secs().div_ceil(60);
    let needed = format!("{} needed now; {remaining} of {total} left, reset in {minutes} min", range.count());
    match remaining {
        left if left < range.count() => report.failed("sessions", needed),
        left if left < total / 10 => report.warning("sessions", needed),
        _ => report.ok("sessions", needed),
    }
}

/// Missing permissions are warnings, because they affect only the servers that are listed.
fn check_permissions<W: Write>(servers: &[ServerAccess], report: &mut Report<'_, W>) -> io::Result<()> {
    let lacking: Vec<&ServerAccess> = servers.iter().filter(|server| !server.missing.is_empty()).collect();
    for ServerAccess { id, name, missing } in lacking.iter().take(LISTED_SERVERS) {
        report.warning("permissions", format_args!("server {name:?} ({id}) lacks {}", missing.join(", ")))?;
    }
    match (servers.len(), lacking.len()) {
        (0, _) => report.warning("permissions", "the bot is on no server: invite it (see README.md)"),
        (all, 0) => report.ok("permissions", format_args!("complete on all servers ({all})")),
        (all, some) => report.warning("permissions", format_args!("incomplete on {some} of {all} servers")),
    }
}

async fn check_server<W: Write>(server: &DatabaseLocation, report: &mut Report<'_, W>) -> io::Result<()> {
    match inspect(server).await {
        Err(StoreError::NoTables(_)) => report.ok("database", format_args!("{server} is empty")),
        Err(error) => report.failed("database", error),
        Ok(0) => report.ok("database", format_args!("{server} is reachable")),
        Ok(pending) => report
            .ok("database", format_args!("{server} is reachable; the start applies {pending} migrations")),
    }
}

async fn check_file<W: Write>(path: &Path, report: &mut Report<'_, W>) -> io::Result<()> {
    if let Err(error) = require_writable(path) {
        let advice = "allow the bot to write to the file and its folder";
        return report
            .failed("database", format_args!("{} is not writable ({error}): {advice}", path.display()));
    }
    if !path.is_file() {
        return report.ok("database", format_args!("{} will be created", path.display()));
    }
    match inspect(&path.into()).await {
        Err(error) => report.failed("database", error),
        Ok(0) => report.ok("database", format_args!("{} is intact and writable", path.display())),
        Ok(pending) => report.ok(
            "database",
            format_args!("{} is intact and writable; the start applies {pending} migrations", path.display()),
        ),
    }
}

/// Checks the whole database for damage. Returns the number of pending migrations.
async fn inspect(database: &DatabaseLocation) -> Result<usize, StoreError> {
    let store = Store::open_to_look(database).await?;
    let checked = async {
        let pending = store.pending_migrations().await?;
        store.check().await.map(|()| pending)
    };
    let checked = checked.await;
    store.close().await;
    checked
}

/// Returns an error if the database file, or a new file in its folder, cannot be written. Changes no file.
fn require_writable(path: &Path) -> io::Result<()> {
    let path = std::path::absolute(path)?;
    if path.exists() {
        OpenOptions::new().append(true).open(&path)?;
    }
    // The bot creates missing folders.
    let folder = path.ancestors().skip(1).find(|folder| folder.exists()).unwrap_or(&path);
    let probe = folder.join(format!(".ulti-check-{}", std::process::id()));
    OpenOptions::new().write(true).create_new(true).open(&probe)?;
    std::fs::remove_file(probe)
}

/// Writes the result of each check as a line.
struct Report<'a, W> {
    out: &'a mut W,
    has_failed: bool,
}

impl<W: Write> Report<'_, W> {
    fn ok(&mut self, check: &str, text: impl Display) -> io::Result<()> {
        self.line("ok", check, &text)
    }

    fn warning(&mut self, check: &str, text: impl Display) -> io::Result<()> {
        self.line("warning", check, &text)
    }

    fn failed(&mut self, check: &str, text: impl Display) -> io::Result<()> {
        self.has_failed = true;
        self.line("failed", check, &text)
    }

    fn line(&mut self, result: &str, check: &str, text: &dyn Display) -> io::Result<()> {
        let text = without_tokens(&text.to_string()).replace('\n', " ");
        writeln!(self.out, "{result:<8} {check:<14} {text}")
    }
}
