# A finished deal step by step, with every card.

cmd-replay =
    .description = Steps through a finished deal, trick by trick, with all hands; only you see it
    .option-deal = The deal's number; a player's name or a contract finds it too

# what: the deal as dealt, "Trick 3" or the result.
replay-title = #{ $deal } · { $what } ({ $step }/{ $steps })
replay-dealt = the deal and its auction
replay-end = result
replay-bid = { $name }: **{ $contract }** · laid down: { $cards }
replay-trump = { $name } named the trumps: { $trump }
replay-kontra = { $name } said kontra: { $games }
replay-rekontra = { $name } answered it: { $games }
replay-taken = Taken by { $name }
replay-points = In tricks so far: declarer { $declarer } points, defenders { $defence } points
replay-no-cards = { $name }: no cards left
replay-talon = In the talon at the end: { $cards }
picture-took = took it
replay-first = ⏮ Beginning
replay-back = ◀ Back
replay-on = Next ▶
replay-last = End ⏭
replay-export = This deal as a file
replay-export-evening = The whole evening as a file
replay-verify = Check the shuffle
replay-broken = I can't step through this deal: its record is damaged. I have told whoever runs the bot.
replay-which = Which deal? Write its number, such as `12`; `/history` lists them.

export-deal = Deal #{ $deal } as `ulti-record/1`: one line of JSON.
export-evening = { $deals ->
    [one] The evening's only deal as `ulti-record/1`.
   *[other] The evening's { $deals } deals as `ulti-record/1`: one a line, in the order of play.
}
export-too-long = This evening has more deals than fit into a file. Whoever runs the bot can write all of them out: `ulti records`.
export-not-here = I can't attach files here, so I can't hand it over. Ask in a channel where I have the permission **Attach Files**.
