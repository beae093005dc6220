//! The table with its clock paused: seats, deals in a row, restarts, idle people.

mod clock;
mod evening;
mod keeping;
mod support;
