//! The bot's requests: their number, their rate limits, and those that fail.

mod edit_coalescing;
mod failing_uploads;
mod interaction_tokens;
mod per_deal;
mod rate_limits;
