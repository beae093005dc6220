//! One book for all tables that play by the same rules: it takes more memory than the rest of a table.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::rules::{Book, RuleSet};

/// The books of the tables in memory. They are few: most play by a preset.
static OPEN: Mutex<Vec<Weak<Book>>> = Mutex::new(Vec::new());

/// The book of these rules.
pub(super) fn book(rules: RuleSet) -> Arc<Book> {
    book_among(&OPEN, rules)
}

fn book_among(open: &Mutex<Vec<Weak<Book>>>, rules: RuleSet) -> Arc<Book> {
    let open = || open.lock().unwrap_or_else(PoisonError::into_inner);
    let known = find(&open(), &rules);
    if let Some(book) = known {
        return book;
    }
    let book = Arc::new(Book::new(rules));
    let mut open = open();
    // Somebody else may have been faster.
    find(&open, book.rules()).unwrap_or_else(|| {
        open.retain(|book| book.strong_count() > 0);
        open.push(Arc::downgrade(&book));
        book
    })
}

fn find(open: &[Weak<Book>], rules: &RuleSet) -> Option<Arc<Book>> {
    open.iter().filter_map(Weak::upgrade).find(|book| book.rules() == rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_rules_have_one_book_as_long_as_somebody_plays_by_them() {
        let open = Mutex::default();
        let rules = |limit| RuleSet { kontra_limit: limit, ..RuleSet::preset("4m").unwrap() };
        let (one, other) = (book_among(&open, rules(2)), book_among(&open, rules(3)));
        assert!(Arc::ptr_eq(&one, &book_among(&open, rules(2))));
        assert_ne!(one, other);
        assert_eq!(other.rules().kontra_limit, 3);
        drop(one);
        book_among(&open, rules(4));
        assert_eq!(open.lock().unwrap().len(), 2, "nobody plays by the first any more");
    }
}
