//! Numbers that are not whole.

use super::Lang;

/// A number with so many digits after the point, which is a comma in Hungarian; a true minus sign.
pub fn decimal(lang: Lang, number: f64, digits: usize) -> String {
    let plain = format!("{:.digits$}", number.abs());
    let is_zero = plain.chars().all(|letter| matches!(letter, '0' | '.'));
    let sign = if number < 0.0 && !is_zero { "−" } else { "" };
    let point = match lang {
        Lang::Hu => ",",
        Lang::En => ".",
    };
    format!("{sign}{}", plain.replace('.', point))
}

/// The same with its sign in front; none where it is zero as it is written.
pub fn signed_decimal(lang: Lang, number: f64, digits: usize) -> String {
    let said = decimal(lang, number, digits);
    let is_zero = said.chars().all(|letter| matches!(letter, '0' | '.' | ','));
    if number > 0.0 && !is_zero { format!("+{said}") } else { said }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_the_languages_point_and_no_zero_with_a_sign() {
        assert_eq!(decimal(Lang::Hu, -2.25, 1), "−2,2");
        assert_eq!(decimal(Lang::En, 61.96, 1), "62.0");
        assert_eq!(decimal(Lang::En, -0.04, 1), "0.0");
        assert_eq!(signed_decimal(Lang::En, 0.04, 1), "0.0");
        assert_eq!(signed_decimal(Lang::Hu, 1.5, 2), "+1,50");
    }
}
