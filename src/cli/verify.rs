//! The `ulti verify` command, which verifies the shuffles of recorded deals.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::{exit_code, record_input};
use crate::table::shuffle::{Commitment, Proof};
use ulti_rules::Record;

/// Verify the shuffles of recorded deals from their seeds
///
/// Each record is verified in three steps. Step 1 reads the seed. Step 2 computes SHA-256 of the 32 bytes
/// of the seed and the deal number (8 bytes, big-endian) and compares the digest with the commitment in the
/// record. Step 3 deals the cards from the seed (`ChaCha20` and a Fisher-Yates shuffle) and compares them
/// with the hands in the record. A record cannot prove that its commitment was posted before the deal:
/// compare the commitment with the posted one, by eye or with --posted. The exit code is 1 if a step fails
/// or if a record contains no seed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti verify evening.jsonl
  ulti verify ulti-deal-12.jsonl --posted a967a915e9b06cfa23419174a075b7fe079baef82e328b49e003f984ad95031c
  ulti records 41771983423143937 | ulti verify -

Step 2 without this program:
  printf %s%016x SEED NUMBER | xxd -r -p | sha256sum")]
pub struct Verify {
    /// Files with records in the ulti-record/1 format, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Commitment posted before the deal, as 64 hex digits.
    #[arg(long, value_name = "HEX")]
    posted: Option<Commitment>,
}

impl Verify {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let [mut others, mut proven] = [0_u64; 2];
        record_input::for_each(&self.files, |file, line, text| {
            let count =
                if self.verify(out, &format!("{file}:{line}"), text)? { &mut proven } else { &mut others };
            *count += 1;
            Ok(())
        })?;
        writeln!(out, "{proven} proven, {others} not")?;
        Ok(exit_code(others == 0))
    }

    /// Verifies the shuffle of a recorded deal and prints each step. Returns `true` if all steps succeed.
    fn verify(&self, out: &mut impl Write, place: &str, text: &str) -> io::Result<bool> {
        let problem = match Record::from_json(text).map(|record| Proof::of(&record)) {
            Ok(Ok(Some(proof))) => return self.steps(out, place, &proof),
            Ok(Ok(None)) => "contains no seed: the shuffle cannot be verified".to_owned(),
            Ok(Err(reason)) => format!("fails: {reason}"),
            Err(reason) => format!("refused: {reason}"),
        };
        writeln!(out, "{place}: {problem}")?;
        Ok(false)
    }

    fn steps(&self, out: &mut impl Write, place: &str, proof: &Proof) -> io::Result<bool> {
        let Proof { number, seed, noted, computed, .. } = proof;
        let is_posted = self.posted.is_none_or(|posted| posted == *computed);
        let holds = proof.holds() && is_posted;
        writeln!(out, "{place}: {}", if holds { "holds" } else { "fails" })?;
        writeln!(out, "  1. seed {seed}, deal number {number}")?;
        let differing = if proof.seal_holds() { String::new() } else { format!(" is {noted}") };
        writeln!(out, "  2. SHA-256 of both is {computed}: the record's commitment{differing}")?;
        if let Some(posted) = self.posted.filter(|_| !is_posted) {
            writeln!(out, "     what was posted is {posted}")?;
        }
        for seat in proof.wrong_hands() {
            let (dealt, recorded) = (proof.dealt[seat], proof.recorded[seat]);
            writeln!(out, "  3. the seed deals seat {seat} {dealt}; recorded is {recorded}")?;
        }
        if proof.wrong_hands().next().is_none() {
            writeln!(out, "  3. the seed deals all three hands as recorded")?;
        }
        Ok(holds)
    }
}
