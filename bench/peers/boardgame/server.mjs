// Matches of four seats on boardgame.io: node server.mjs PORT BYTES
//
// Each move leaves a text of so many bytes in the state, which all seats get, and passes the turn on. A move is answered by the
// new state itself.
import { createRequire } from 'node:module';

// It has no ES modules for servers.
const { Server } = createRequire(import.meta.url)('boardgame.io/server');
const [port, bytes] = process.argv.slice(2).map(Number);

const relay = {
  name: 'relay',
  disableUndo: true,
  setup: () => ({ frame: ''.padEnd(bytes) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    move: ({ G, ctx }) => {
      G.frame = String((ctx.playOrderPos + 1) % ctx.numPlayers).padEnd(bytes);
    },
  },
};

await Server({ games: [relay], origins: ['http://127.0.0.1'] }).run(port);
