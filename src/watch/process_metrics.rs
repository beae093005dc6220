//! Standard Prometheus metrics of the process.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::gauge::ConstGauge;

/// A collector that reads process metrics each time Prometheus scrapes the bot.
///
/// Omits metrics that cannot be read.
#[derive(Debug)]
pub(super) struct Process {
    started: i64,
}

impl Process {
    /// Creates a collector that reports the time of its creation as the process start time.
    pub(super) fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: i64::try_from(since.as_secs()).unwrap_or_default() }
    }
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let gauges = [
            ("process_start_time_seconds", "When the process started, in Unix seconds", Some(self.started)),
            ("process_resident_memory_bytes", "Memory in use", resident()),
            ("process_open_fds", "Files and sockets open", open_files()),
        ];
        for (name, help, value) in gauges {
            let Some(value) = value else { continue };
            let gauge = ConstGauge::new(value);
            let metric = encoder.encode_descriptor(name, help, None, gauge.metric_type())?;
            gauge.encode(metric)?;
        }
        Ok(())
    }
}

/// Returns the resident memory of the process in bytes, or `None` if it cannot be determined.
///
/// Reads the line `VmRSS:      1234 kB` from `/proc/self/status`.
fn resident() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<i64>().ok()? * 1024)
}

fn open_files() -> Option<i64> {
    i64::try_from(fs::read_dir("/proc/self/fd").ok()?.count()).ok()
}
