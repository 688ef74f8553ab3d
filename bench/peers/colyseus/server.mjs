// Rooms of four seats on Colyseus: node server.mjs PORT BYTES
//
// Each move brings all seats a frame of so many bytes that begins with the seat that is next, and the mover a short answer. No
// state is kept that Colyseus would send patches of.
import { createServer } from 'node:http';
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

const SEATS = 4;
const [port, bytes] = process.argv.slice(2).map(Number);

class Relay extends Room {
  maxClients = SEATS;
  seats = [];

  onCreate() {
    this.setPatchRate(null);
    this.onMessage('m', (client) => {
      const next = (this.seats.indexOf(client.sessionId) + 1) % SEATS;
      this.broadcast('f', String(next).padEnd(bytes));
      client.send('k', { seq: 42 });
    });
  }

  onJoin(client) {
    this.seats.push(client.sessionId);
  }
}

const server = new Server({
  greet: false,
  transport: new WebSocketTransport({ server: createServer() }),
});
server.define('relay', Relay);
await server.listen(port, '127.0.0.1');
