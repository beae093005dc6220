#!/usr/bin/env bash
# How many instructions a deal costs, row by row of the engine's bench: `benches/instructions.sh [DEALS]`.
# Each row is run with so many deals and with twice as many; the difference leaves the start-up out.
# The figures depend on compiler and architecture, and not on how busy the machine is. Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
deals=${1:-2000}
bench=$(cargo bench --bench engine --no-run 2>&1 | sed -n 's/^ *Executable .*(\(.*\))$/\1/p')

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
