# Amire a szerver emlékszik, és amire nem: szezonok, osztások, oldalak.

past-all-seasons = Minden szezon együtt
past-no-season-runs = Most nem fut szezon. A következő osztással indul egy, vagy indíts egyet: `/ulti-kezelés szezon indítás`.
past-season-taken = Ezen a szerveren már volt { $season } nevű szezon. Válassz másik nevet.
past-season-name = A szezon neve egy sor, 1–{ $longest } karakter.
past-no-such-season = Ilyen nevű szezon nincs ezen a szerveren. A `/szezon lista` megmutatja, melyek vannak.
past-no-such-page = { $pages ->
    [one] Nincs ilyen oldal: csak egy van.
   *[other] Nincs ilyen oldal: { $pages } oldal van.
}
past-no-such-deal = Ezen a szerveren nincs befejezett #{ $deal } osztás. Az `/osztások` felsorolja, melyek vannak.
past-already-void = A #{ $deal } osztás már érvénytelen.
past-not-void = A #{ $deal } osztás most is számít, nem érvénytelen.
past-counts-nowhere = A #{ $deal } osztást máshonnan hoztuk át: sehol sem számít, így érvényteleníteni sem kell.
past-still-at-tables = Még tart egy este, amelyen ott ültél: { $channels }. Fejezzétek be ott (`/ulti vége`), vagy állj fel, és várd meg, míg a többiek befejezik; utána kérd újra.
past-nameless = valaki
past-forgotten-later = Töröltelek, kivéve ahol még tart egy este: { $channels }. Onnan a neved és az azonosítód az este vége után egy napon belül tűnik el, külön kérés nélkül.
