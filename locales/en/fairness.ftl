# Whether a deal's shuffle was fair: what is compared with what.

verify-title = The shuffle of deal #{ $deal }
verify-holds = ✅ the same
verify-fails = ❌ not the same
verify-seed = Seed in the record: `{ $seed }` · deal { $number } of the evening
verify-computed = **1.** SHA-256 of the seed and the deal's number in the evening: `{ $commitment }` · commitment in the record: { $ok }
verify-posted = **2.** Commitment posted before the deal (from the journal): `{ $commitment }` · result of step 1: { $ok }
verify-not-posted = **2.** ❓ The journal has no commitment for this deal, so I can only compare the record with itself.
verify-cards = **3.** Cards dealt again from the seed, all three hands: { $ok }
verify-other-cards = **3.** Cards dealt again from the seed: { $ok } for { $names }
verify-fair = ✅ Everything matches: the cards were fixed before the first bid, and nobody changed them.
verify-consistent = The record matches itself. I can't prove that the commitment was posted before the deal.
verify-unfair = ❌ Not everything matches: these cards do not come from the shuffle in the record.
verify-yourself = -# Don't take my word for it, because I keep the journal: the id of the button **Fair shuffle** below the table's message and the result contains the commitment. Step 1 on your own computer: `{ $command }` · the cards: download the deal and run `ulti verify` on it
verify-no-seed = The record of this deal has no seed, so there is nothing to check.
verify-broken-seed = ❌ The seed in the record is damaged. It should have 64 hexadecimal digits.
verify-no-commitment = ❌ The commitment in the record is damaged. It should have 64 hexadecimal digits.
