/** English: the rules of both games in short, our own words. The numbers of the rules stand in `sections.ts`. */
export default {
  title: (game: string) => `How to play ${game}`,
  learn: 'Learn by playing',
  practise: 'Practise alone',
  fits: 'right',
  fails: 'wrong',
  contents: 'On this page',
  rummikubTitle: {
    goal: 'What it is about',
    set: 'Sets',
    run: 'Runs',
    joker: 'Jokers',
    turn: 'Your turn',
    declare: 'Declaring',
    pool: 'When the pool is empty',
    score: 'What a round is worth',
    clock: 'The clock',
  },
  rummikubText: {
    goal: 'Everybody has a rack of 14 tiles that nobody else sees. The round goes to the first whose whole rack is made of groups. There are two kinds of groups: sets and runs.',
    set: 'Three or four tiles with the same number, each in another colour. The order does not matter.',
    run: 'Three or more tiles of one colour, each one higher than the tile before. The highest is 13, and no 1 follows it. The referee looks at the tiles as you have laid them: put them in order yourself.',
    joker:
      'A joker stands for any tile, but only one joker fits in a group. Its place says what it stands for.',
    turn: 'First take a tile: unseen from the pool, or the tile that the player before you threw last. Then throw one. So you hold 15 tiles for a moment and 14 again afterwards. A tile taken from the discards stays for this turn, and a thrown joker is not taken.',
    declare:
      'When 14 of your 15 tiles lie in groups, declare: the last tile is thrown and the round is yours. If something does not fit, you are told what, nobody else sees your tiles, and your turn goes on. You have three tries a turn.',
    pool: 'The discards, all but the last, are shuffled and become the new pool. The table says how often; after that nobody wins the round.',
    score:
      'The table chooses: one point a round; or two points, one if you used a joker and three if you threw one to close; or all that the others still hold outside of groups, with 30 for a joker. After the last round the most points win; a tie plays one round more.',
    clock:
      'If the table plays with a clock and your time is up, a tile is taken from the pool and thrown for you. After three such turns a bot plays until you are back.',
  },
  tichuTitle: {
    goal: 'What it is about',
    points: 'Cards with points',
    grand: 'Eight cards first',
    exchange: 'The exchange',
    call: 'Tichu',
    combinations: 'Combinations',
    bombs: 'Bombs',
    mahJong: 'Mah Jong and the wish',
    dog: 'Dog',
    phoenix: 'Phoenix',
    dragon: 'Dragon',
    trick: 'A trick',
    end: 'The end of a round',
    score: 'Counting',
  },
  tichuText: {
    goal: 'Two play against two; your partner sits opposite. Get rid of your cards before the opponents do, take tricks with points, and call tichu when you dare. The first team with 1,000 points wins, unless the table says otherwise.',
    points:
      'Each 5 counts 5 points, each 10 and each king 10, the Dragon 25. The Phoenix costs 25. All other cards count nothing; together it is always 100.',
    grand:
      'You see eight of your fourteen cards. Whoever now says grand tichu bets 200 points on going out first. All answer at once, and nobody sees the answers before the last one.',
    exchange:
      'Give one card to each of the other three, face down, and get one from each. Whoever then has the Mah Jong leads.',
    call: 'As long as you have played no card you may call tichu: 100 points if you are the first to go out, 100 less if you are not.',
    combinations:
      'A combination is beaten by a higher one of the same kind and the same length. A full house counts by its three cards, a straight by its highest card. The ace is high only.',
    bombs:
      'Four of a kind, or five and more in a row in one suit, without any special card. A bomb beats everything that is no bomb, and may be thrown in at any time while cards lie on the table. More cards beat fewer.',
    mahJong:
      'The Mah Jong is the 1. Who plays it may wish for a rank from 2 to ace. From then on whoever holds that rank and can play it must play it, until somebody has.',
    dog: 'The Dog is led alone and gives the lead to your partner. There is no trick to take.',
    phoenix:
      'In a combination the Phoenix is any card from 2 to ace, but never part of a bomb. Alone it is half a rank higher than the card it lies on; led, it is one and a half.',
    dragon:
      'The Dragon is the highest single card. Only a bomb beats it. But the trick that it wins goes to an opponent: you choose which.',
    trick:
      'The leader plays a combination. In turn the others beat it or pass; who has passed may come in again. When all others have passed in a row, the last to play takes the trick and leads.',
    end: 'The round is over when only one player holds cards. That player’s hand goes to the opponents, and what they won goes to whoever was out first. If partners go out first and second, that is a double victory: 200 points, and nothing is counted.',
    score:
      'Each team counts the points in its tricks. Then the calls are added: 100 for a tichu, 200 for a grand tichu, or as much less.',
  },
  caption: {
    sameNumber: 'one number, three colours',
    fourColours: 'all four colours',
    redTwice: 'red twice',
    blueRun: 'one colour, one after the other',
    noWrap: 'after 13 there is nothing',
    unsorted: 'not in order',
    jokerMiddle: 'the joker is a red 7',
    jokerFront: 'the joker is a red 11',
    jokerOut: 'the joker would be 14',
    twoJokers: 'one joker a group',
    declared: 'four groups of 14 tiles, and the orange 13 is thrown',
    worth: 'worth 5, 10, 10, 25 and −25',
    single: 'single card',
    pair: 'pair',
    triple: 'three of a kind',
    fullHouse: 'full house',
    straight: 'straight: five or more in a row',
    stairs: 'stairs: pairs in a row',
    lowAce: 'the ace is not a 1',
    twoTriples: 'two times three are nothing',
    fourBomb: 'four of a kind',
    straightBomb: 'five in a row, one suit',
    noPhoenixBomb: 'no bomb: the Phoenix helps with none',
    oneStraight: 'the Mah Jong as a 1',
    phoenixPair: 'the Phoenix as a queen',
    phoenixHouse: 'a full house with two pairs',
    dogAlone: 'led alone',
    dragonAlone: 'beats every single card',
  },
};
