//! `ulti verify`: whether recorded deals were dealt from the seeds that they name.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::input::Input;
use crate::rules::Record;
use crate::table::shuffle::{Commitment, Proof};

/// Recompute the shuffles of recorded deals from their seeds
///
/// Three steps a record: the seed is read; SHA-256 of its 32 bytes and the deal's number (8 bytes, the
/// highest first) is compared with the record's commitment; the cards are dealt from it (`ChaCha20`,
/// Fisher and Yates) and compared with the record's hands. That the commitment stood before the deal no
/// record can say: compare it with what was posted, by eye or with --posted. The exit code is 1 where a
/// step fails, and where a record names no seed, since then nothing is proven.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ulti verify evening.jsonl
  ulti verify ulti-deal-12.jsonl --posted a967a915e9b06cfa23419174a075b7fe079baef82e328b49e003f984ad95031c
  ulti records 41771983423143937 | ulti verify -

The second step without this program:
  printf %s%016x SEED NUMBER | xxd -r -p | sha256sum")]
pub struct Verify {
    /// Files of records; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The commitment that was posted before the deal, in 64 hex digits.
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

    /// Whether the shuffle of this record is proven; says each step.
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
