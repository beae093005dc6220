//! Failures of a first response that creates a message of a table.

use channel_messages::{Answer, Failure};

use super::creating;
use crate::fixture::{accepted, is_creation, is_ephemeral, is_find, is_follow_up, is_post, is_storing};

#[test]
fn reply_follows_message_that_a_response_has_created() {
    let mut fixture = creating();
    fixture.finish(is_creation, Ok(accepted(Some(60))));
    fixture.finish(is_storing, Ok(accepted(None)));
    fixture.finish(is_follow_up, Ok(accepted(Some(61))));
    assert_eq!((fixture.begun(), &fixture.answers[..]), (vec![], &[Answer::Direct][..]));
}

#[test]
fn message_is_posted_in_channel_if_response_cannot_create_it() {
    for failure in [Failure::NotExecuted, Failure::Refused, Failure::Invalid] {
        let mut fixture = creating();
        fixture.finish(is_creation, Err(failure));
        assert!(
            fixture.begins(is_post) && fixture.begins(is_ephemeral),
            "{failure:?}: {:?}",
            fixture.begun()
        );
    }
    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Gone));
    fixture.finish(is_ephemeral, Err(Failure::Gone));
    assert!(fixture.begins(is_post), "{:?}", fixture.begun());
}

#[test]
fn message_of_lost_response_is_looked_for_before_it_is_posted() {
    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    assert!(!fixture.begun().iter().any(|action| is_post(action) || is_ephemeral(action)));
    fixture.finish(is_find, Ok(accepted(Some(60))));
    assert!(fixture.begins(is_follow_up) && !fixture.begun().iter().any(|action| is_post(action)));

    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::Gone));
    assert!(fixture.begins(is_ephemeral) && fixture.begins(is_post), "{:?}", fixture.begun());

    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    fixture.finish(is_find, Err(Failure::NotExecuted));
    assert!(fixture.begins(is_follow_up), "the reply might become public: {:?}", fixture.begun());
    assert!(fixture.begins(is_find) && !fixture.begun().iter().any(|action| is_post(action)));
}

#[test]
fn message_is_posted_after_a_search_that_failed_often() {
    let mut fixture = creating();
    fixture.finish(is_creation, Err(Failure::Unknown));
    for _ in 0..12 {
        assert!(fixture.begins(is_find));
        fixture.finish(is_find, Err(Failure::NotExecuted));
    }
    assert!(fixture.given_up.is_empty(), "{:?}", fixture.given_up);
    assert!(fixture.begins(is_find));
    fixture.finish(is_find, Err(Failure::Gone));
    assert!(fixture.begins(is_post), "{:?}", fixture.begun());
}
