#!/usr/bin/env bash
# Prints the number of instructions per deal for each row of the engine benchmark:
#     crates/ulti-rules/benches/instructions.sh [DEALS]
# Each row is run with DEALS and with twice as many deals. The difference excludes the start-up.
# The numbers depend on compiler and architecture, but not on other load. Requires valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
deals=${1:-2000}
bench=$(cargo bench -p ulti-rules --bench engine --no-run 2>&1 | sed -n 's/^ *Executable .*(\(.*\))$/\1/p')

instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" --count "$1" "$2" 2>&1 |
    sed -n 's/^.*Collected : //p'
}

printf '%-16s %22s\n' 'deals of' 'instructions a deal'
"$bench" --rows | while read -r row; do
  once=$(instructions "$row" "$deals")
  twice=$(instructions "$row" $((2 * deals)))
  printf '%-16s %22s\n' "$row" $(((twice - once) / deals))
done
