//! What the page about ratings says in numbers: worked out as ratings are.

use super::figures::Figures;
use super::{Lang, decimal};
use crate::rating::{DAILY_RANKED, ESTABLISHED, Rating, Winner, after};

/// The figures of the page, its example among them: three beginners, one of them the declarer.
pub(super) fn figures(lang: Lang) -> Figures {
    let new = Rating::default();
    let (won, [beaten, _]) = after(new, [new; 2], Winner::Declarer);
    let (lost, [beating, _]) = after(new, [new; 2], Winner::Defenders);
    let (ten, _) =
        (0..10).fold((new, [new; 2]), |(declarer, others), _| after(declarer, others, Winner::Declarer));
    let number = |number: f64| decimal(lang, number, 1);
    let rating = |rating: Rating| format!("{} ± {}", number(rating.value), number(rating.uncertainty));
    let said = [
        ("start", number(new.value)),
        ("unsure", number(new.uncertainty)),
        ("least", number(new.at_least())),
        ("won", rating(won)),
        ("won-least", number(won.at_least())),
        ("beaten", rating(beaten)),
        ("lost", rating(lost)),
        ("beating", rating(beating)),
        ("ten", rating(ten)),
        ("ten-least", number(ten.at_least())),
    ];
    let counts = [("daily", DAILY_RANKED.into()), ("established", ESTABLISHED.into())];
    said.map(|(name, said)| (name, said.into())).into_iter().chain(counts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Book;
    use crate::text::{Look, topic};

    /// The numbers by hand: the paper's formulas for two sides of two, of which one is filled up.
    #[test]
    fn the_example_is_the_methods() {
        let (value, unsure) = (25.0_f64, 25.0_f64 / 3.0);
        let beta = 25.0 / 6.0;
        let c = (3.0 * unsure.powi(2) + 2.0 * beta * beta).sqrt();
        let won = value + unsure.powi(2) / c * 0.5;
        let book = Book::preset("4m").unwrap();
        for (lang, point) in [(Lang::Hu, ','), (Lang::En, '.')] {
            let page = topic(Look::from(lang), "rating", &book).unwrap().concat();
            let said = format!("{won:.1}").replace('.', &point.to_string());
            assert!(page.contains(&said), "{said} is not in {page}");
            assert!(page.contains("60") && page.contains("20"), "{page}");
        }
    }
}
