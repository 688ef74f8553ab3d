// Prints the figures of bench/server.sh, and each as a ratio to the relay's.
import { readFileSync } from 'node:fs';

const [folder, rooms, bytes] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
const relay = read('relay');
const rows = [['relay', relay]];
for (const durability of ['memory', 'os', 'full']) {
  const report = read(durability);
  const { moves_per_second, cpu_per_100_000_moves, latency } = report.plateau;
  if (report.violations.length > 0) console.log(`VIOLATIONS with ${durability}: ${report.violations[0]}`);
  rows.push([`parlour, ${durability}`, { moves_per_second, cpu_per_100_000_moves, ...latency }]);
}

console.log(`${rooms} rooms of four seats at saturation, frames of ${bytes} bytes on the average`);
console.log('| | moves a second | CPU s / 100,000 moves | to the relay | p50 (ms) | p99 (ms) | p99.9 (ms) |');
console.log('|---|---|---|---|---|---|---|');
for (const [name, row] of rows) {
  const cpu = row.cpu_per_100_000_moves;
  const ratio = (cpu / relay.cpu_per_100_000_moves).toFixed(2);
  const figures = [row.moves_per_second.toFixed(0), cpu.toFixed(2), ratio, row.p50.toFixed(2), row.p99.toFixed(2), row.p999.toFixed(2)];
  console.log(`| ${[name, ...figures].join(' | ')} |`);
}
const durable = rows[3][1].moves_per_second / rows[1][1].moves_per_second;
console.log(`With durability full: ${(durable * 100).toFixed(0)} % of the moves without a journal.`);
