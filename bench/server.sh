#!/bin/bash
# The server beside a bare relay and beside other room servers, each at saturation on a core of its own: `make bench-server`
# builds all of them and runs this.
#
#   bench/server.sh [SECONDS] [ROOMS] [FILE]
#
# What is measured has core 0, its clients core 1. Nothing else should run. The relay and the others send frames of such a
# length that a move costs them as many bytes as it costs the server on the average; the relay's figure is the limit, without
# a game and a journal. FILE gets the figures as JSON. BENCH_PROFILE=debug tries it out; BENCH_PEERS="" leaves the others out.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20} rooms=${2:-200} file=${3:-} port=${BENCH_PORT:-18100}
peers=${BENCH_PEERS-ws colyseus boardgame}
target=target/${BENCH_PROFILE:-release} admin=$((port + 1)) folder=$(mktemp -d) running=
trap 'if [ -n "$running" ]; then kill $running 2>/dev/null || true; fi; rm -rf "$folder"' EXIT
ulimit -n "$(ulimit -Hn)"

# up NAME COMMAND...: runs a server on core 0 and waits until it listens.
up() {
  echo "$1" >&2
  taskset -c 0 "${@:2}" > /dev/null 2> "$folder/log" &
  running=$!
  until (: < "/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    kill -0 "$running" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.1
  done
}
down() { kill "$running"; wait "$running" 2>/dev/null || true; running=; }
drive() {
  timeout $((seconds + 60)) taskset -c 1 "$target/examples/relay" drive "$1" "127.0.0.1:$port" "$rooms" "$seconds" "$running"
}
load() {
  taskset -c 1 "$target/parlour" load "$1" --url "ws://127.0.0.1:$port/ws" --metrics "http://127.0.0.1:$admin/metrics" \
    --json "$2" > "$folder/out" 2>&1 || grep -E '^(VIOLATION|parlour:)' "$folder/out" >&2 || true
}

cat > "$folder/closed.toml" <<TOML
rooms = $rooms
seconds = $((seconds + 5))
ramp = 4
games = { tichu = 1 }
think = { min_ms = 0, max_ms = 0 }
TOML

export PARLOUR_SERVER__LOG=error PARLOUR_SERVER__DRAIN_SECONDS=0 PARLOUR_ADMIN__LISTEN=127.0.0.1:$admin
for durability in memory os full; do
  export PARLOUR_JOURNAL__DURABILITY=$durability PARLOUR_JOURNAL__FOLDER="$folder/$durability"
  up "parlour, durability $durability" "$target/parlour" serve --dev --listen "127.0.0.1:$port"
  load "$folder/closed.toml" "$folder/$durability.json"
  node -e 'fetch(process.argv[1]).then((answer) => answer.text()).then((text) => console.log(text))' \
    "http://127.0.0.1:$admin/metrics" > "$folder/$durability.metrics"
  down
done

# Seats that are taken and not played on: what a connection, its hello and its join cost.
export PARLOUR_JOURNAL__DURABILITY=os PARLOUR_JOURNAL__FOLDER="$folder/arrivals"
up "parlour, arrivals" "$target/parlour" serve --dev --listen "127.0.0.1:$port"
load config/load/arrivals.toml "$folder/arrivals.json"
down

# Of the bytes of a move, those of the short answer are sent once and the others four times.
bytes=$(awk '/^parlour_frame_bytes_total{direction="out"}/ { bytes = $2 } /^parlour_commands_total{type="act"}/ { moves = $2 }
  END { printf "%d", (bytes / moves - 29) / 4 }' "$folder/os.metrics")
up "relay, frames of $bytes bytes" "$target/examples/relay" serve "127.0.0.1:$port" "$bytes"
drive plain > "$folder/relay.json"
down
measured=
for peer in $peers; do
  (cd "bench/peers/$peer" && npm ci --ignore-scripts --no-audit --no-fund > /dev/null) || { echo "$peer cannot be installed" >&2; continue; }
  up "$peer" env NODE_ENV=production node "bench/peers/$peer/server.mjs" "$port" "$bytes"
  wire=$peer
  [ "$peer" != ws ] || wire=plain
  if drive "$wire" > "$folder/$peer.json"; then measured="$measured $peer"; else echo "$peer cannot be driven" >&2; fi
  down
done

node bench/table.mjs "$folder" "$rooms" "$bytes" "$file" $measured
