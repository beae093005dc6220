//! The `ulti verify` command, which verifies the shuffles of recorded deals.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::record_input::Input;
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
    /// Files that contain records in the format ulti-record/1; use - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Commitment that was posted before the deal, as 64 hex digits.
    #[arg(long, value_name = "HEX")]
    posted: Option<Commitment>,
}

impl Verify {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let (mut proven, mut others) = (0_u64, 0_u64);
        for path in &self.files {
            let input = Input::read(path)?;
            for (line, text) in input.documents() {
                if self.verify(out, &format!("{}:{line}", input.name), text)? {
                    proven += 1;
                } else {
                    others += 1;
                }
            }
        }
        writeln!(out, "{proven} proven, {others} not")?;
        Ok(if others == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Verifies the shuffle of a recorded deal and prints each step. Returns `true` if every step succeeds.
    fn verify(&self, out: &mut impl Write, place: &str, text: &str) -> io::Result<bool> {
        let record = match Record::from_json(text) {
            Ok(record) => record,
            Err(reason) => {
                writeln!(out, "{place}: refused: {reason}")?;
                return Ok(false);
            }
        };
        match Proof::of(&record) {
            Ok(Some(proof)) => self.steps(out, place, &proof),
            Ok(None) => {
                writeln!(out, "{place}: names no seed: nothing is proven")?;
                Ok(false)
            }
            Err(reason) => {
                writeln!(out, "{place}: fails: {reason}")?;
                Ok(false)
            }
        }
    }

    fn steps(&self, out: &mut impl Write, place: &str, proof: &Proof) -> io::Result<bool> {
        let Proof { number, seed, noted, computed, .. } = proof;
        let is_posted = self.posted.is_none_or(|posted| posted == *computed);
        let holds = proof.holds() && is_posted;
        writeln!(out, "{place}: {}", if holds { "holds" } else { "fails" })?;
        writeln!(out, "  1. seed {seed}, deal number {number}")?;
        write!(out, "  2. SHA-256 of both is {computed}: ")?;
        if proof.seal_holds() {
            writeln!(out, "the record's commitment")?;
        } else {
            writeln!(out, "the record's commitment is {noted}")?;
        }
        if let Some(posted) = self.posted.filter(|_| !is_posted) {
            writeln!(out, "     what was posted is {posted}")?;
        }
        let wrong: Vec<String> = proof.wrong_hands().map(|seat| seat.to_string()).collect();
        if wrong.is_empty() {
            writeln!(out, "  3. the seed deals all three hands as recorded")?;
        } else {
            for seat in proof.wrong_hands() {
                let (dealt, recorded) = (proof.dealt[seat], proof.recorded[seat]);
                writeln!(out, "  3. the seed deals seat {seat} {dealt}; recorded is {recorded}")?;
            }
        }
        Ok(holds)
    }
}
