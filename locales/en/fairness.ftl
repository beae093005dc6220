# Whether a deal's shuffle was fair: what is compared with what.

cmd-verify =
    .description = Checks a finished deal's shuffle: whether it was dealt from what was posted beforehand
    .option-deal = The deal's number; a player's name or a contract finds it too

verify-title = The shuffle of deal #{ $deal }
verify-holds = ✅ the same
verify-fails = ❌ not the same
verify-seed = The shuffle's seed in the record: `{ $seed }` · the deal's number: { $number }
verify-computed = **1.** SHA-256 of seed and number: `{ $commitment }` · and the commitment in the record: { $ok }
verify-posted = **2.** What I posted before the deal, by the table's journal: `{ $commitment }` · and what step 1 comes to: { $ok }
verify-not-posted = **2.** ❓ The table's journal holds nothing of what I posted before the deal, so I can only compare the record with itself.
verify-cards = **3.** The cards dealt once more from the seed, and all three hands: { $ok }
verify-other-cards = **3.** The cards dealt once more from the seed: { $ok } for { $names }
verify-fair = ✅ Everything agrees: the cards were settled before the first bid, and nobody touched them.
verify-consistent = The record agrees with itself. That the commitment stood before the deal I can't prove here.
verify-unfair = ❌ Not everything agrees: this deal is not of the shuffle that its record names.
verify-yourself = -# I keep the journal, so don't take my word for it: the id of the 🔒 button below the table's message and the result contains the commitment. Step 1 on your own machine: `{ $command }` · the cards: take the deal as a file and run `ulti verify` on it
verify-no-seed = This deal's record does not hold the seed of its shuffle, so there is nothing to check.
verify-broken-seed = ❌ The seed in the record can't be read: it should be 64 hex digits.
verify-no-commitment = ❌ The commitment in the record can't be read: it should be 64 hex digits.
