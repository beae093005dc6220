# What is said between a person and a command: options, choices, what was not understood.

door-new-level = How strong the robots are
door-robot-remove = Send the last robot away instead
door-claim-only-open = Only lay your hand open and play on
door-server-language = The language of what everyone here sees; for those who manage the server
door-server-language-language = The language

door-level-easy = Easy
door-level-normal = Normal
door-level-strong = Strong

door-not-understood = I don't understand “{ $found }”.
door-stray-button = This button leads nowhere here.
door-would-work = This would work: { $choices }
door-old-command = I don't know this command in this form. Reload Discord, or choose it again from the list: I may have changed since.
door-seen-by-all = Done: everybody here sees it.
door-went-wrong = Something went wrong, and nothing changed. Try again in a moment.
