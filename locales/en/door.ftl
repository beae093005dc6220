# What is said between a person and a command: options, choices, what was not understood.

door-level-easy = Easy
door-level-normal = Normal
door-level-strong = Strong

door-not-understood = I don't understand “{ $found }”.
door-stray-button = This button leads nowhere here.
door-would-work = This would work: { $choices }
door-old-command = I don't know this command in this form. Reload Discord, or choose it again from the list: I may have changed since.
door-seen-by-all = Done: everybody here sees it.
door-too-fast = { $seconds ->
        [one] That was too much at once. It works again in a second.
       *[other] That was too much at once. It works again in { $seconds } seconds.
    }
door-too-many = { $seconds ->
        [one] Too much is going on at once on this server. It works again in a second.
       *[other] Too much is going on at once on this server. It works again in { $seconds } seconds.
    }
door-too-much-work = { $seconds ->
        [one] Pictures, hints, claims, analyses and downloads take work, so there are only so many at once. The next one works in a second.
       *[other] Pictures, hints, claims, analyses and downloads take work, so there are only so many at once. The next one works in { $seconds } seconds.
    }
door-went-wrong = Something went wrong, and nothing changed. Try again in a moment.
