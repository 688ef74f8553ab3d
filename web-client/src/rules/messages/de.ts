/** German: the rules of both games in short. */
import type { Texts } from '../messages.ts';

const de: Texts = {
  title: (game) => `So spielt man ${game}`,
  learn: 'Beim Spielen lernen',
  practise: 'Allein üben',
  fits: 'richtig',
  fails: 'falsch',
  contents: 'Auf dieser Seite',
  rummikubTitle: {
    goal: 'Worum es geht',
    set: 'Sätze',
    run: 'Reihen',
    joker: 'Joker',
    turn: 'Dein Zug',
    declare: 'Auslegen',
    pool: 'Wenn der Vorrat leer ist',
    score: 'Was eine Runde bringt',
    clock: 'Die Uhr',
  },
  rummikubText: {
    goal: 'Jeder hat ein Brett mit 14 Steinen, die sonst niemand sieht. Die Runde gewinnt, wessen Brett zuerst ganz aus Gruppen besteht. Es gibt zwei Arten von Gruppen: Sätze und Reihen.',
    set: 'Drei oder vier Steine mit derselben Zahl, jeder in einer anderen Farbe. Die Ordnung ist gleich.',
    run: 'Drei oder mehr Steine einer Farbe, jeder um eins höher als der davor. Der höchste ist die 13, danach folgt keine 1. Der Schiedsrichter nimmt die Steine, wie du sie gelegt hast: bring sie selbst in Ordnung.',
    joker:
      'Ein Joker steht für jeden Stein, aber in eine Gruppe passt nur einer. Sein Platz sagt, wofür er steht.',
    turn: 'Nimm zuerst einen Stein: verdeckt aus dem Vorrat oder den, den der Spieler vor dir zuletzt abgeworfen hat. Dann wirf einen ab. So hast du kurz 15 Steine und danach wieder 14. Ein Stein vom Abwurf bleibt diesen Zug bei dir, und ein abgeworfener Joker wird nicht genommen.',
    declare:
      'Liegen 14 deiner 15 Steine in Gruppen, leg aus: der letzte Stein wird abgeworfen, und die Runde gehört dir. Passt etwas nicht, erfährst du, was; niemand sonst sieht deine Steine, und dein Zug geht weiter. Drei Versuche hast du in einem Zug.',
    pool: 'Der Abwurf bis auf den letzten Stein wird gemischt und ist der neue Vorrat. Wie oft, sagt der Tisch; danach gewinnt niemand die Runde.',
    score:
      'Der Tisch wählt: ein Punkt je Runde; oder zwei Punkte, einer mit Joker und drei, wenn ein Joker der letzte Abwurf war; oder alles, was die anderen außerhalb von Gruppen halten, ein Joker zählt 30. Am Ende gewinnen die meisten Punkte; bei Gleichstand folgt noch eine Runde.',
    clock:
      'Spielt der Tisch mit Uhr und deine Zeit ist um, wird ein Stein aus dem Vorrat genommen und abgeworfen. Nach drei solchen Zügen spielt ein Bot, bis du zurück bist.',
  },
  tichuTitle: {
    goal: 'Worum es geht',
    points: 'Karten mit Punkten',
    grand: 'Erst acht Karten',
    exchange: 'Der Tausch',
    call: 'Tichu',
    combinations: 'Kombinationen',
    bombs: 'Bomben',
    mahJong: 'Mah Jong und der Wunsch',
    dog: 'Hund',
    phoenix: 'Phönix',
    dragon: 'Drache',
    trick: 'Ein Stich',
    end: 'Das Ende einer Runde',
    score: 'Zählen',
  },
  tichuText: {
    goal: 'Zwei spielen gegen zwei; dein Partner sitzt gegenüber. Werde deine Karten vor den Gegnern los, nimm Stiche mit Punkten und sag Tichu an, wenn du dich traust. Das erste Team mit 1000 Punkten gewinnt, wenn der Tisch nichts anderes sagt.',
    points:
      'Jede 5 zählt 5 Punkte, jede 10 und jeder König 10, der Drache 25. Der Phönix kostet 25. Alle anderen zählen nichts; zusammen sind es immer 100.',
    grand:
      'Du siehst acht deiner vierzehn Karten. Wer jetzt großes Tichu sagt, setzt 200 Punkte darauf, als Erster fertig zu sein. Alle antworten zugleich, und niemand sieht die Antworten vor der letzten.',
    exchange:
      'Gib jedem der drei anderen verdeckt eine Karte und bekomm von jedem eine. Wer dann den Mah Jong hat, spielt aus.',
    call: 'Solange du keine Karte gespielt hast, darfst du Tichu ansagen: 100 Punkte, wenn du als Erster fertig bist, 100 weniger, wenn nicht.',
    combinations:
      'Eine Kombination wird von einer höheren derselben Art und Länge geschlagen. Ein Full House zählt nach den drei Karten, eine Straße nach der höchsten. Das Ass ist nur hoch.',
    bombs:
      'Vier gleiche oder fünf und mehr in Folge in einer Farbe, ohne Sonderkarte. Eine Bombe schlägt alles, was keine ist, und darf jederzeit fallen, solange Karten auf dem Tisch liegen. Mehr Karten schlagen weniger.',
    mahJong:
      'Der Mah Jong ist die 1. Wer ihn spielt, darf sich einen Rang von 2 bis Ass wünschen. Wer diesen Rang hat und spielen kann, muss es von da an, bis jemand ihn gespielt hat.',
    dog: 'Der Hund wird allein ausgespielt und gibt das Ausspiel an deinen Partner. Einen Stich gibt es nicht.',
    phoenix:
      'In einer Kombination ist der Phönix eine Karte von 2 bis Ass, aber nie Teil einer Bombe. Einzeln ist er einen halben Rang höher als die Karte, auf der er liegt; ausgespielt ist er eineinhalb.',
    dragon:
      'Der Drache ist die höchste einzelne Karte. Nur eine Bombe schlägt ihn. Aber der Stich, den er gewinnt, geht an einen Gegner: du wählst, an welchen.',
    trick:
      'Wer ausspielt, legt eine Kombination. Der Reihe nach schlagen die anderen sie oder passen; wer gepasst hat, darf wieder einsteigen. Haben alle anderen nacheinander gepasst, nimmt der Letzte, der gespielt hat, den Stich und spielt aus.',
    end: 'Die Runde ist zu Ende, wenn nur noch einer Karten hat. Seine Hand geht an die Gegner, seine Stiche gehen an den, der als Erster fertig war. Werden Partner Erster und Zweiter, ist das ein Doppelsieg: 200 Punkte, und nichts wird gezählt.',
    score:
      'Jedes Team zählt die Punkte in seinen Stichen. Dazu kommen die Ansagen: 100 für ein Tichu, 200 für ein großes, oder so viel weniger.',
  },
  caption: {
    sameNumber: 'eine Zahl, drei Farben',
    fourColours: 'alle vier Farben',
    redTwice: 'Rot zweimal',
    blueRun: 'eine Farbe, der Reihe nach',
    noWrap: 'nach 13 kommt nichts',
    unsorted: 'nicht geordnet',
    jokerMiddle: 'der Joker ist eine rote 7',
    jokerFront: 'der Joker ist eine rote 11',
    jokerOut: 'der Joker wäre 14',
    twoJokers: 'nur ein Joker je Gruppe',
    declared: 'vier Gruppen aus 14 Steinen, die orange 13 ist abgeworfen',
    worth: 'zählen 5, 10, 10, 25 und −25',
    single: 'einzelne Karte',
    pair: 'Paar',
    triple: 'Drilling',
    fullHouse: 'Full House',
    straight: 'Straße: fünf oder mehr in Folge',
    stairs: 'Treppe: Paare in Folge',
    lowAce: 'das Ass ist keine 1',
    twoTriples: 'zwei Drillinge sind nichts',
    fourBomb: 'vier gleiche',
    straightBomb: 'fünf in Folge, eine Farbe',
    noPhoenixBomb: 'keine Bombe: der Phönix hilft hier nicht',
    oneStraight: 'der Mah Jong als 1',
    phoenixPair: 'der Phönix als Dame',
    phoenixHouse: 'ein Full House aus zwei Paaren',
    dogAlone: 'allein ausgespielt',
    dragonAlone: 'schlägt jede einzelne Karte',
  },
};

export default de;
