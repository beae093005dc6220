# A finished deal step by step, with every card.

# what: the deal as dealt, "Trick 3" or the result.
replay-title = #{ $deal } · { $what } ({ $step }/{ $steps })
replay-dealt = cards and auction
replay-end = result
replay-bid = { $name }: **{ $contract }** · talon: { $cards }
replay-trump = { $name } named the trumps: { $trump }
replay-kontra = { $name } said kontra: { $games }
replay-rekontra = { $name } doubled again: { $games }
replay-taken = Taken by { $name }
replay-points = Points in tricks so far: declarer { $declarer }, defenders { $defence }
replay-no-cards = { $name }: no cards left
replay-talon = In the talon at the end: { $cards }
replay-first = ⏮ Beginning
replay-back = ◀ Back
replay-on = Next ▶
replay-last = End ⏭
replay-export = Download this deal
replay-export-evening = Download the evening
replay-verify = Check the shuffle
replay-broken = I can't replay this deal: its record is damaged. My log has the details.
replay-which = Which deal? Give its number, such as `12`. `/history` lists the deals.

export-deal = Deal #{ $deal } as `ulti-record/1`: one line of JSON.
export-evening = { $deals ->
    [one] The evening's only deal as `ulti-record/1`.
   *[other] The evening's { $deals } deals as `ulti-record/1`, one per line, in the order of play.
}
export-too-long = This evening has too many deals for one file. The person who runs the bot can export them all with `ulti records`.
export-not-here = I can't attach files here. Ask in a channel where I have the permission **Attach Files**.
menu-no-deal = This message shows no finished deal. Choose this on the message with the result of a deal.
