//! Message arguments for the example on the page about ratings, computed by the rating system itself.

use super::values::RuleValues;
use crate::rating::{DAILY_RANKED, ESTABLISHED, Rating, Winner, after};
use crate::text::{Lang, decimal};

/// Returns the message arguments for the chapter about ratings.
///
/// The arguments include the ratings of three new players after example deals.
pub(crate) fn figures(lang: Lang) -> RuleValues {
    let new = Rating::default();
    let (won, [beaten, _]) = after(new, [new; 2], Winner::Declarer);
    let (lost, [beating, _]) = after(new, [new; 2], Winner::Defenders);
    let (ten, _) =
        (0..10).fold((new, [new; 2]), |(declarer, others), _| after(declarer, others, Winner::Declarer));
    let number = |number: f64| decimal(lang, number, 1);
    let rating = |rating: Rating| format!("{} ± {}", number(rating.value), number(rating.uncertainty));
    let figures = [
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
    figures.map(|(name, figure)| (name, figure.into())).into_iter().chain(counts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Appearance, topic};
    use ulti_rules::Book;

    /// Checks the rating of a winning declarer in the rating example of the rules.
    ///
    /// The expected rating is computed with a formula from the paper on the rating system. The formula is for
    /// two teams of two players, so the declarer gets a virtual partner.
    #[test]
    fn rating_example_in_rules_is_correct() {
        let (value, uncertain) = (25.0_f64, 25.0_f64 / 3.0);
        let beta = 25.0 / 6.0;
        let c = (3.0 * uncertain.powi(2) + 2.0 * beta * beta).sqrt();
        let won = value + uncertain.powi(2) / c * 0.5;
        let book = Book::preset("4m").unwrap();
        for (lang, point) in [(Lang::Hu, ','), (Lang::En, '.')] {
            let page = topic(Appearance::from(lang), "rating", &book).unwrap().concat();
            let expected = format!("{won:.1}").replace('.', &point.to_string());
            assert!(page.contains(&expected), "{expected} is not in {page}");
            assert!(page.contains("60") && page.contains("20"), "{page}");
        }
    }
}
