#!/bin/bash
# The server beside a bare relay, each at saturation on a core of its own: `make bench-server` builds both and runs this.
#
#   bench/server.sh [SECONDS] [ROOMS]
#
# The server or relay has core 0, the clients core 1. Nothing else should run. The relay sends frames as long as those of
# the server were on the average; its figure is the limit, without a game and a journal. BENCH_PROFILE=debug tries it out.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20} rooms=${2:-200} port=${BENCH_PORT:-18100}
target=target/${BENCH_PROFILE:-release} admin=$((port + 1)) folder=$(mktemp -d) running=
trap 'if [ -n "$running" ]; then kill $running 2>/dev/null || true; fi; rm -rf "$folder"' EXIT

up() { until (: < "/dev/tcp/127.0.0.1/$1") 2>/dev/null; do kill -0 "$running"; sleep 0.1; done; }
down() { kill "$running"; wait "$running" 2>/dev/null || true; running=; }

cat > "$folder/closed.toml" <<TOML
rooms = $rooms
seconds = $((seconds + 5))
ramp = 4
games = { tichu = 1 }
think = { min_ms = 0, max_ms = 0 }
TOML

for durability in memory os full; do
  PARLOUR_SERVER__LOG=error PARLOUR_SERVER__DRAIN_SECONDS=0 PARLOUR_JOURNAL__DURABILITY=$durability \
    PARLOUR_JOURNAL__FOLDER="$folder/$durability" PARLOUR_ADMIN__LISTEN=127.0.0.1:$admin \
    taskset -c 0 "$target/parlour" serve --dev --listen 127.0.0.1:$port > /dev/null &
  running=$!
  up $port
  echo "parlour, durability $durability" >&2
  taskset -c 1 "$target/parlour" load "$folder/closed.toml" --url ws://127.0.0.1:$port/ws \
    --metrics http://127.0.0.1:$admin/metrics --json "$folder/$durability.json" > /dev/null 2>&1 || true
  node -e 'fetch(process.argv[1]).then((answer) => answer.text()).then((text) => console.log(text))' \
    "http://127.0.0.1:$admin/metrics" > "$folder/$durability.metrics"
  down
done

bytes=$(awk '/^parlour_frame_bytes_total{direction="out"}/ { b = $2 } /^parlour_frames_total{direction="out"}/ { n = $2 } END { printf "%d", b / n }' "$folder/os.metrics")
taskset -c 0 "$target/examples/relay" serve 127.0.0.1:$port "$bytes" &
running=$!
up $port
echo "relay, frames of $bytes bytes" >&2
taskset -c 1 "$target/examples/relay" drive 127.0.0.1:$port "$rooms" "$seconds" "$running" > "$folder/relay.json"
down

node bench/table.mjs "$folder" "$rooms" "$bytes"
