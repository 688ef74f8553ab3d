// Prints the figures of bench/server.sh, each as a ratio to the relay's, and what was wanted of them beside what came out.
//
//   node table.mjs FOLDER ROOMS BYTES FILE PEER...
import { readFileSync, writeFileSync } from 'node:fs';

/** The share of its core from which on a server counts as saturated. */
const SATURATED = 0.95;

const [folder, rooms, bytes, file, ...peers] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));

function ofParlour(durability) {
  const report = read(durability);
  for (const violation of report.violations) console.log(`VIOLATION with ${durability}: ${violation}`);
  const { moves_per_second, cpu_per_100_000_moves, cores, own_cores, latency, memory } = report.plateau;
  const { p50, p99, p999 } = latency;
  return { moves_per_second, cpu_per_100_000_moves, cores, own_cores, p50, p99, p999, memory };
}

// What the processor did while the seats were taken, for each of them; the metrics are read once a second meanwhile.
function ofAnArrival() {
  const { scenario, seconds } = read('arrivals');
  const used = seconds
    .filter(({ at }) => at < scenario.ramp + 2)
    .reduce((sum, { cpu }) => sum + (cpu ?? 0), 0);
  return (used * 1e6) / Math.max(...seconds.map(({ connected }) => connected));
}

const rows = { relay: read('relay') };
for (const durability of ['memory', 'os', 'full']) rows[`parlour, ${durability}`] = ofParlour(durability);
for (const peer of peers) rows[peer] = read(peer);
const [relay, memory, os, full] = Object.values(rows);
const arrival = ofAnArrival();

console.log(`${rooms} rooms of four seats at saturation, frames of ${bytes} bytes on the average, one core`);
console.log(
  "| | moves/s | CPU s / 100,000 moves | to the relay | its core | clients' core | p50 ms | p99 ms | p99.9 ms | MiB |",
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const [name, row] of Object.entries(rows)) {
  const cpu = row.cpu_per_100_000_moves;
  const times = [row.p50, row.p99, row.p999].map((time) => time.toFixed(2));
  const ratio = (cpu / relay.cpu_per_100_000_moves).toFixed(2);
  const figures = [
    row.moves_per_second.toFixed(0),
    cpu.toFixed(2),
    ratio,
    ...[row.cores, row.own_cores].map((share) => share.toFixed(2)),
    ...times,
    (row.memory / 2 ** 20).toFixed(1),
  ];
  console.log(`| ${[name, ...figures].join(' | ')} |`);
}

// The moves a second of a server that is not near the end of its core are not its own limit, but its clients' or its disk's.
const idle = Object.entries(rows).filter(([, { cores }]) => cores < SATURATED);
if (idle.length > 0) console.log(`\nNot limited by its core: ${idle.map(([name]) => name).join('; ')}`);

const cpu = (one, other) => one.cpu_per_100_000_moves / other.cpu_per_100_000_moves;
const wanted = [
  ['CPU a move, `os`, to the relay', cpu(os, relay), 'at most', 1.25],
  ['CPU a move, `full`, to the relay', cpu(full, relay), 'at most', 1.5],
  ['moves/s, `full`, to `memory`', full.moves_per_second / memory.moves_per_second, 'at least', 0.85],
  ['p99 to p50 at saturation, `os`', os.p99 / os.p50, 'at most', 2],
  ['CPU of connect, hello, join and sit, in us', arrival, 'at most', 100],
];
const times = { ws: [2, 2], colyseus: [2.5, 5], boardgame: [7, 5] };
for (const peer of peers) {
  const [less, lean] = times[peer];
  wanted.push([`CPU a move of ${peer} to \`os\``, cpu(rows[peer], os), 'at least', less]);
  wanted.push([`memory of ${peer} to \`os\``, rows[peer].memory / os.memory, 'at least', lean]);
}
console.log('\n| what | measured | wanted | |\n|---|--:|--:|---|');
for (const [what, measured, bound, limit] of wanted) {
  const met = bound === 'at most' ? measured <= limit : measured >= limit;
  console.log(`| ${what} | ${measured.toFixed(2)} | ${bound} ${limit} | ${met ? 'met' : 'missed'} |`);
}
if (file)
  writeFileSync(
    file,
    `${JSON.stringify({ rooms: Number(rooms), bytes: Number(bytes), rows, arrival }, null, 2)}\n`,
  );
