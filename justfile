# Recipes for common tasks. `just` lists them; https://just.systems explains the format.

set shell := ["bash", "-euo", "pipefail", "-c"]

# Lists the recipes.
default:
    @just --list

# Opens the playground: the bot in a simulated Discord, in the browser.
playground *args:
    cargo run -- playground {{args}}

# Runs the tests of the workspace.
test *args:
    cargo test {{args}}

# Runs the end-to-end tests, or those of one folder: `just end-to-end discord::`.
end-to-end *args:
    cargo test --test end_to_end {{args}}

# Runs the checks that have to pass before a change is merged. The workflow also checks the minimum Rust version and
# the features.
ci:
    bash .ci/run

# Formats the sources.
format:
    cargo fmt --all

# Runs the lints and builds the documentation, both without warnings.
lint:
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items --lib

# Finds unused dependencies.
unused: (require "cargo-shear" "cargo install --locked cargo-shear")
    cargo shear

# Accepts changed snapshots one by one.
snapshots: (require "cargo-insta" "cargo install --locked cargo-insta")
    cargo insta test --workspace --review

# Fuzzes a target of fuzz/, for ten minutes by default.
fuzz target seconds="600": (require "cargo-fuzz" "cargo install --locked cargo-fuzz")
    RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none {{target}} fuzz/corpus/{{target}} -- -max_total_time={{seconds}}

# Builds all targets of fuzz/ with libFuzzer and runs them with their corpora.
fuzz-targets:
    bash .ci/fuzz-targets

# Runs the tests several times with every processor busy, or with stopped processes, and counts the failures of each test.
stress runs="5" *args:
    bash .ci/stress {{runs}} {{args}}

# Compares the results of claims with plain minimax.
claims count="20000":
    ULTI_CLAIMS={{count}} cargo test -p ulti-rules --test rules claim_values -- --nocapture

# Simulates the messages of a channel with random presses, faults and restarts, 250,000 schedules of each kind by default.
simulate schedules="250000":
    ULTI_SCHEDULES={{schedules}} cargo test -p channel-messages

# Writes the generated rule pages in docs/rules.
rule-pages:
    cargo run -- rules --all docs/rules

# Builds the container image.
image:
    docker build -t ulti .

# Fails with the installation command if a program is missing.
[private]
require program install:
    @command -v {{program}} >/dev/null || { echo "{{program}} is missing; install it with: {{install}}" >&2; exit 1; }
