// The page of those who look after the server. The token stays in this page and goes out in a header alone; everything
// that comes from the server is put in as text.
'use strict';

const at = (id) => document.getElementById(id);
let token = '';

async function ask(method, path, body) {
  const headers = { authorization: `Bearer ${token}` };
  const sent = fetch(`/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
  const response = await sent.catch(() => {
    throw new Error('The server does not answer.');
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

function say(text) {
  at('said').textContent = text;
}

function cell(content) {
  const made = document.createElement('td');
  made.append(content);
  return made;
}

function paragraph(text) {
  const made = document.createElement('p');
  made.textContent = text;
  // What can be scrolled can be reached by the keyboard.
  made.tabIndex = 0;
  return made;
}

function row(...contents) {
  const made = document.createElement('tr');
  made.append(...contents.map((content) => cell(content)));
  return made;
}

/** A button whose name says what it does it to, and which asks before it does it. */
function button(text, whole, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.setAttribute('aria-label', whole);
  made.addEventListener('click', () => {
    if (confirm(`${whole}?`)) void attempt(act);
  });
  return made;
}

async function attempt(act) {
  try {
    await act();
    await look();
    say('');
  } catch (error) {
    say(error.message);
  }
}

async function look() {
  const [status, { rooms }, { addresses }, { bans }] = await Promise.all(
    ['status', 'rooms', 'connections', 'bans'].map((path) => ask('GET', path)),
  );
  at('enter').hidden = true;
  at('office').hidden = false;
  at('status').textContent =
    `Version ${status.version}${status.stopping ? ', stopping' : ''}: ${status.rooms} rooms, ` +
    `${status.players} players, ${status.connections} connections, ${status.bans} bans.`;
  at('rooms').replaceChildren(
    ...rooms.map((room) =>
      row(
        room.room,
        room.title,
        room.game,
        room.stage,
        `${room.taken} of ${room.seats}`,
        String(room.spectators),
        room.public ? 'yes' : 'no',
        button('Close', `Close the room "${room.title}"`, () => ask('DELETE', `rooms/${room.room}`)),
      ),
    ),
  );
  at('connections').replaceChildren(
    ...addresses.map(({ address, open, players }) =>
      row(
        address,
        String(open),
        paragraph(players.map(({ name }) => name).join(', ')),
        button('Ban', `Ban ${address}`, () => ask('PUT', `bans/${address}`)),
      ),
    ),
  );
  at('bans').replaceChildren(
    ...bans.map((address) => {
      const item = document.createElement('li');
      item.append(`${address} `, button('Let in', `Let in ${address} again`, () => ask('DELETE', `bans/${address}`)));
      return item;
    }),
  );
}

function onSubmit(id, act) {
  at(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(act);
  });
}

onSubmit('enter', async () => {
  token = at('token').value.trim();
  await ask('GET', 'status');
  at('token').value = '';
  setInterval(() => void look().catch((error) => say(error.message)), 5_000);
});
onSubmit('notice', async () => {
  const { told } = await ask('POST', 'notice', { text: at('text').value });
  at('text').value = '';
  alert(`${told} told.`);
});
onSubmit('ban', () => ask('PUT', `bans/${encodeURIComponent(at('address').value.trim())}`));
at('drain').addEventListener('click', () => {
  if (confirm('Stop the server?')) void attempt(() => ask('POST', 'drain'));
});
