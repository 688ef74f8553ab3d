/** English: texts of the guided round and of practice. */
export default {
  guide: 'Guide',
  gotIt: 'Got it',
  again: 'Show the last hint again',
  more: 'All rules',
  practice: 'Practice',
  practiceText:
    'You alone among bots: take back what you like, ask the referee, and play a deal again by its number.',
  deal: 'Number of the deal',
  dealHint: (pieces: string) => `The same number deals the same ${pieces} again.`,
  pieces: { rummikub: 'tiles', tichu: 'cards' },
  start: 'Begin',
  opening: 'The table is being set …',
  rummikub: {
    take: 'Welcome! Your rack is at the bottom. You want all 14 tiles in groups. It is your turn: take a tile from the pool.',
    sort: 'Now you hold 15. Press “Runs” or “Sets” to put the rack in order. A bracket below marks each finished group.',
    joker: 'You have a joker. It stands for any tile; its place in a group says which.',
    throw: 'Throw the tile that helps you least: drag it to your discards, or choose it and press the place.',
    wait: 'The others take and throw in the same way. You see what they throw, never what they hold.',
    discard:
      'The tile that was thrown last may be yours instead of one from the pool. Take it only if it fits: it stays with you this turn.',
    declare: '14 of your 15 tiles can lie in groups! Put them together, then drag the last one to “Declare”.',
    refused: 'Something did not fit yet. Nobody saw your tiles; mend it and try again.',
    end: 'The round is over and the points are written down. You know it all now: good luck!',
  },
  tichu: {
    grand:
      'Welcome! You see eight of your 14 cards. Grand tichu is a bet of 200 points on being out first. Better deal on this time.',
    exchange:
      'Give each of the others one card: low ones to the opponents, a good one to your partner. Press a card, then a place.',
    call: 'Before your first card you may call tichu: 100 points if you are out first. You need not.',
    dog: 'You hold the Dog. Led alone, it gives the lead to your partner.',
    lead: 'You lead: raise the cards of any combination and press “Play”. A long straight of low cards gets rid of many.',
    phoenix:
      'The Phoenix is a wild card in combinations. Alone it is half a rank higher than what lies there.',
    follow: 'Play the same kind, higher, with as many cards – or pass. Who passed may come in again.',
    wish: 'There is a wish. Whoever can play that rank must, and so must you when your cards are marked.',
    window: 'Everybody has passed. For a moment a bomb could still fall; then the trick is taken.',
    gift: 'Your Dragon wins the trick, but it goes to an opponent. Choose the one who can use it less.',
    out: 'Somebody is out. The round ends when only one player has cards left.',
    end: 'The round is over. Points in tricks and calls are added. You know it all now: good luck!',
  },
};
