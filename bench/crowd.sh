#!/bin/bash
# 10,000 connections in 2,500 rooms and 2,000 moves a second on one core: `make bench-crowd` builds the server and runs this.
#
#   bench/crowd.sh [FILE]
#
# The server has core 0, the clients core 1. Nothing else should run. FILE gets the report as JSON. The exit status says whether
# the latencies of config/load/crowd.toml were kept.
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-/dev/null} port=${BENCH_PORT:-18100} target=target/${BENCH_PROFILE:-release}
admin=$((port + 1)) folder=$(mktemp -d) running=
trap 'if [ -n "$running" ]; then kill $running 2>/dev/null || true; fi; rm -rf "$folder"' EXIT
ulimit -n "$(ulimit -Hn)"
[ "$(ulimit -n)" -ge 20000 ] || { echo 'this needs 20,000 open files: ulimit -n 20000' >&2; exit 2; }

PARLOUR_SERVER__LOG=error PARLOUR_SERVER__DRAIN_SECONDS=0 PARLOUR_JOURNAL__DURABILITY=os PARLOUR_JOURNAL__FOLDER="$folder" \
  PARLOUR_ADMIN__LISTEN=127.0.0.1:$admin taskset -c 0 "$target/parlour" serve --dev --listen 127.0.0.1:$port > /dev/null &
running=$!
until (: < "/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 "$running"; sleep 0.1; done
taskset -c 1 "$target/parlour" load config/load/crowd.toml --url "ws://127.0.0.1:$port/ws" \
  --metrics "http://127.0.0.1:$admin/metrics" --json "$file"
