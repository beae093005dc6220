//! PostgreSQL servers for tests.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use tempfile::TempDir;

use crate::PROCESS_TIMEOUT;

/// Name of the database user.
const USER: &str = "ulti";
/// Port number in the name of the server's Unix socket. The server does not listen on the network.
const PORT: u16 = 5432;
/// Users that can run the server if the tests run as root. PostgreSQL refuses to run as root.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

/// A PostgreSQL server in a temporary folder. It is stopped, and the folder deleted, when the value is
/// dropped or the test process ends.
pub struct PostgresServer {
    folder: TempDir,
    programs: PathBuf,
    /// Operating system user that runs the server. `None` if it is the user of the tests.
    user: Option<&'static str>,
    supervisor: Option<Child>,
    databases: AtomicU32,
}

impl PostgresServer {
    /// Returns a server that all tests of this process share.
    ///
    /// Returns `None` if PostgreSQL is not installed, so that the test can be skipped.
    ///
    /// # Panics
    /// Panics if PostgreSQL is not installed and `ULTI_REQUIRE_POSTGRES` is `1`.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<PostgresServer>> = OnceLock::new();
        SHARED.get_or_init(Self::start).as_ref()
    }

    /// Starts a server that is not shared, for tests that stop it. Returns `None` and panics like
    /// [`shared`](Self::shared).
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            let is_required = std::env::var("ULTI_REQUIRE_POSTGRES").is_ok_and(|value| value == "1");
            assert!(!is_required, "ULTI_REQUIRE_POSTGRES=1, but initdb and postgres are not installed");
            eprintln!("skipped: initdb and postgres are not installed");
            return None;
        };
        let user = is_root().then(unprivileged_user);
        let folder = tempfile::tempdir().unwrap();
        let mut server = Self { folder, programs, user, supervisor: None, databases: AtomicU32::new(0) };
        server.create();
        server.start_again();
        Some(server)
    }

    /// Creates an empty database and returns its address.
    pub async fn create_database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.connect("postgres").await.unwrap();
        sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        self.url(&name)
    }

    /// Runs statements on a database of the server. `url` is the database's address.
    pub async fn execute(url: &str, statements: &str) {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Stops the server at once, without a checkpoint, as `pg_ctl stop -m immediate` does.
    pub fn stop_immediately(&mut self) {
        if let Some(mut supervisor) = self.supervisor.take() {
            // Fails if the shell has ended.
            let _ = supervisor.stdin.take().unwrap().write_all(b"stop\n");
            supervisor.wait().unwrap();
        }
    }

    /// Starts the server again after [`stop_immediately`](Self::stop_immediately).
    pub fn start_again(&mut self) {
        let data = self.data();
        let mut server = self.command(self.programs.join("postgres"));
        server.arg("-D").arg(&data).arg("-k").arg(&data).arg("-p").arg(PORT.to_string());
        server.args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=300"]);
        // Stops the server when the standard input is closed, even if the test process is killed. Nothing
        // then drops the value, so the shell also deletes the folder.
        let script = r#"trap "" INT TERM HUP; folder=$0; "$@" >"$folder/data/log" 2>&1 & \
            read -r line; kill -QUIT $!; wait; [ "$line" = stop ] || rm -rf "$folder""#;
        let mut supervisor = Command::new("sh");
        supervisor.arg("-c").arg(script).arg(self.folder.path());
        supervisor.arg(server.get_program()).args(server.get_args());
        supervisor.stdin(Stdio::piped()).stdout(Stdio::null()).current_dir("/");
        let supervisor = supervisor.spawn().unwrap();
        self.supervisor = Some(supervisor);
        let begun = Instant::now();
        while !self.is_ready() {
            let log = || std::fs::read_to_string(self.data().join("log")).unwrap_or_default();
            assert!(begun.elapsed() < PROCESS_TIMEOUT, "PostgreSQL does not start: {}", log());
            // Polls the server while it starts.
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the address of a database on the server.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@localhost:{PORT}/{database}?host={}", self.data().display())
    }

    async fn connect(&self, database: &str) -> sqlx::Result<PgConnection> {
        self.url(database).parse::<PgConnectOptions>()?.connect().await
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn create(&self) {
        std::fs::create_dir(self.data()).unwrap();
        if let Some(user) = self.user {
            run(Command::new("chmod").arg("711").arg(self.folder.path()));
            run(Command::new("chown").arg(user).arg(self.data()));
        }
        let mut command = self.command(self.programs.join("initdb"));
        command.arg("-D").arg(self.data());
        run(command.args(["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]));
    }

    fn is_ready(&self) -> bool {
        let mut command = Command::new(self.programs.join("pg_isready"));
        command.arg("-q").arg("-h").arg(self.data()).arg("-p").arg(PORT.to_string());
        command.status().is_ok_and(|status| status.success())
    }

    /// Returns a command that runs as an unprivileged user.
    fn command(&self, program: impl Into<OsString>) -> Command {
        let program = program.into();
        let Some(user) = self.user else { return Command::new(program) };
        let mut command = Command::new("setpriv");
        command.args(["--reuid", user, "--regid", user, "--clear-groups", "--"]).arg(program);
        command.current_dir("/");
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.stop_immediately();
    }
}

/// Returns the folder with the server's programs, which Debian does not add to the `PATH`.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let versions = versions.map(|version| version.path().join("bin"));
    let has_all = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_isready"].iter().all(|program| folder.join(program).is_file())
    };
    versions.chain(std::env::split_paths(&path)).find(has_all)
}

fn is_root() -> bool {
    // The folder of a process belongs to its effective user.
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|folder| folder.uid() == 0)
}

fn unprivileged_user() -> &'static str {
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let exists = |user: &&str| users.lines().any(|line| line.starts_with(&format!("{user}:")));
    UNPRIVILEGED.into_iter().find(exists).expect("no unprivileged user to run PostgreSQL as")
}

fn run(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_is_deleted_when_test_process_ends() {
        let Some(mut server) = PostgresServer::start() else { return };
        let folder = server.folder.path().to_owned();
        let mut supervisor = server.supervisor.take().unwrap();
        // The operating system closes the standard input when the process ends.
        drop(supervisor.stdin.take());
        supervisor.wait().unwrap();
        assert!(!folder.exists());
    }
}
