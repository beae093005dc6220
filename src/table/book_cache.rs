//! Cache that lets tables with equal rules share one [`Book`]. The book is the largest part of a table in
//! memory.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use ulti_rules::{Book, RuleSet};

/// The books (contract lists) of all tables in memory, one per rule set.
///
/// The list is searched from start to end, which is fast enough because most tables use one of a few presets.
static CACHE: Mutex<Vec<Weak<Book>>> = Mutex::new(Vec::new());

/// Returns the book (contract list) for a rule set. All tables with equal rules share one book.
///
/// Builds the book if no table uses it yet.
pub(super) fn book(rules: RuleSet) -> Arc<Book> {
    book_from(&CACHE, rules)
}

fn book_from(cache: &Mutex<Vec<Weak<Book>>>, rules: RuleSet) -> Arc<Book> {
    let cache = || cache.lock();
    let known = find(&cache(), &rules);
    if let Some(book) = known {
        return book;
    }
    let book = Arc::new(Book::new(rules));
    let mut cache = cache();
    // Another thread may have built the same book meanwhile.
    find(&cache, book.rules()).unwrap_or_else(|| {
        cache.retain(|book| book.strong_count() > 0);
        cache.push(Arc::downgrade(&book));
        book
    })
}

fn find(cache: &[Weak<Book>], rules: &RuleSet) -> Option<Arc<Book>> {
    cache.iter().filter_map(Weak::upgrade).find(|book| book.rules() == rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rule_sets_share_cached_contract_list() {
        let cache = Mutex::default();
        let rules = |limit| RuleSet { kontra_limit: limit, ..RuleSet::preset("4m").unwrap() };
        let (one, other) = (book_from(&cache, rules(2)), book_from(&cache, rules(3)));
        assert!(Arc::ptr_eq(&one, &book_from(&cache, rules(2))));
        assert_ne!(one, other);
        assert_eq!(other.rules().kontra_limit, 3);
        drop(one);
        book_from(&cache, rules(4));
        assert_eq!(cache.lock().len(), 2, "unused book not evicted");
    }
}
