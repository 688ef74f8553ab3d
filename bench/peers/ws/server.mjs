// A room server on `ws` with four seats a room: node server.mjs PORT BYTES
//
// It speaks as the bare relay does (crates/load/examples/relay/serve.rs): the first text of a socket names its room and seat,
// and each later one brings all four sockets a frame of so many bytes and its own socket a short answer.
import { WebSocketServer } from 'ws';

const SEATS = 4;
const ANSWER = '{"re":7,"type":"ok","seq":42}';
const [port, bytes] = process.argv.slice(2).map(Number);
const rooms = new Map();

const server = new WebSocketServer({
  host: '127.0.0.1',
  port,
  perMessageDeflate: false,
});
server.on('connection', (socket) => {
  let sockets;
  let next;
  socket.on('message', (data) => {
    if (sockets === undefined) {
      const [room, seat] = data.toString().split(' ');
      if (!rooms.has(room)) rooms.set(room, []);
      sockets = rooms.get(room);
      sockets[Number(seat)] = socket;
      next = (Number(seat) + 1) % SEATS;
      return;
    }
    const frame = String(next).padEnd(bytes);
    for (const other of sockets) other.send(frame);
    socket.send(ANSWER);
  });
});
