#!/bin/bash
# 10,000 connections in 2,500 rooms and 2,000 moves a second on one core, and then a bare relay under the same: `make bench-crowd`
# builds both and runs this.
#
#   bench/crowd.sh [FILE]
#
# What is measured has core 0, its clients core 1. Nothing else should run. FILE gets the server's report as JSON. The exit status
# says whether the latencies of config/load/crowd.toml were kept.
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-} port=${BENCH_PORT:-18100} target=target/${BENCH_PROFILE:-release}
admin=$((port + 1)) folder=$(mktemp -d) running=
trap 'if [ -n "$running" ]; then kill $running 2>/dev/null || true; fi; rm -rf "$folder"' EXIT
ulimit -n "$(ulimit -Hn)"
[ "$(ulimit -n)" -ge 20000 ] || { echo 'this needs 20,000 open files: ulimit -n 20000' >&2; exit 2; }

# up COMMAND...: runs a server on core 0 and waits until it listens.
up() {
  taskset -c 0 "$@" > /dev/null &
  running=$!
  until (: < "/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 "$running"; sleep 0.1; done
}
down() { kill "$running"; wait "$running" 2>/dev/null || true; running=; }

export PARLOUR_SERVER__LOG=error PARLOUR_SERVER__DRAIN_SECONDS=0 PARLOUR_ADMIN__LISTEN=127.0.0.1:$admin
export PARLOUR_JOURNAL__DURABILITY=os PARLOUR_JOURNAL__FOLDER="$folder/journal"
up "$target/parlour" serve --dev --listen 127.0.0.1:$port
kept=0
taskset -c 1 "$target/parlour" load config/load/crowd.toml --url "ws://127.0.0.1:$port/ws" \
  --metrics "http://127.0.0.1:$admin/metrics" --json "$folder/crowd.json" || kept=$?
down

up "$target/examples/relay" serve 127.0.0.1:$port 276
taskset -c 1 "$target/examples/relay" drive plain 127.0.0.1:$port 2500 60 "$running" 800 1600 > "$folder/relay.json"
down
node -e '
  const { readFileSync } = require("node:fs");
  const [crowd, relay] = process.argv.slice(1).map((file) => JSON.parse(readFileSync(file, "utf8")));
  const { cpu_per_100_000_moves: cpu, cores, latency: { p50, p99, p999 } } = crowd.plateau;
  const row = (name, cpu, cores, ...times) =>
    console.log(`${name}: ${cpu.toFixed(1)} CPU s for 100,000 moves, ${cores.toFixed(2)} of its core, ` +
      `p50, p99 and p99.9 ${times.map((time) => time.toFixed(2)).join(", ")} ms`);
  row("the server", cpu, cores, p50, p99, p999);
  row("the relay", relay.cpu_per_100_000_moves, relay.cores, relay.p50, relay.p99, relay.p999);
  console.log(`CPU a move, to the relay: ${(cpu / relay.cpu_per_100_000_moves).toFixed(2)}`);
' "$folder/crowd.json" "$folder/relay.json"
[ -z "$file" ] || cp "$folder/crowd.json" "$file"
exit "$kept"
