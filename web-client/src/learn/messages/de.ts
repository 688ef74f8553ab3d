/** German: texts of the guided round and of practice. */
import type { Texts } from '../messages.ts';

const de: Texts = {
  guide: 'Anleitung',
  gotIt: 'Verstanden',
  again: 'Letzten Hinweis noch einmal zeigen',
  more: 'Alle Regeln',
  practice: 'Üben',
  practiceText:
    'Du allein unter Bots: nimm Züge zurück, frag den Schiedsrichter und spiel eine Verteilung nach ihrer Nummer noch einmal.',
  deal: 'Nummer der Verteilung',
  dealHint: (pieces) => `Dieselbe Nummer verteilt dieselben ${pieces} noch einmal.`,
  pieces: { rummikub: 'Steine', tichu: 'Karten' },
  start: 'Anfangen',
  opening: 'Der Tisch wird gedeckt …',
  rummikub: {
    take: 'Willkommen! Unten liegt dein Brett. Alle 14 Steine sollen in Gruppen liegen. Du bist am Zug: nimm einen Stein aus dem Vorrat.',
    sort: 'Jetzt hast du 15. Drück „Reihen“ oder „Sätze“, um das Brett zu ordnen. Eine Klammer darunter zeigt jede fertige Gruppe.',
    joker: 'Du hast einen Joker. Er steht für jeden Stein; sein Platz in der Gruppe sagt, für welchen.',
    throw:
      'Wirf den Stein ab, der dir am wenigsten hilft: zieh ihn auf deinen Abwurf, oder wähle ihn und drück den Platz.',
    wait: 'Die anderen nehmen und werfen genauso. Du siehst, was sie abwerfen, nie, was sie halten.',
    discard:
      'Den zuletzt abgeworfenen Stein kannst du statt eines Steins aus dem Vorrat nehmen. Nimm ihn nur, wenn er passt: er bleibt diesen Zug bei dir.',
    declare:
      '14 deiner 15 Steine können in Gruppen liegen! Leg sie zusammen und zieh den letzten auf „Auslegen“.',
    refused: 'Noch passte etwas nicht. Niemand hat deine Steine gesehen; ordne um und versuch es wieder.',
    end: 'Die Runde ist zu Ende, die Punkte sind notiert. Jetzt kannst du alles: viel Glück!',
  },
  tichu: {
    grand:
      'Willkommen! Du siehst acht deiner 14 Karten. Großes Tichu ist eine Wette um 200 Punkte, als Erster fertig zu sein. Diesmal lieber weiter geben.',
    exchange:
      'Gib jedem der anderen eine Karte: den Gegnern niedrige, dem Partner eine gute. Drück eine Karte, dann einen Platz.',
    call: 'Vor deiner ersten Karte darfst du Tichu ansagen: 100 Punkte, wenn du als Erster fertig bist. Du musst nicht.',
    dog: 'Du hast den Hund. Allein ausgespielt gibt er das Ausspiel an deinen Partner.',
    lead: 'Du spielst aus: heb die Karten einer Kombination und drück „Spielen“. Eine lange Straße aus niedrigen Karten nimmt dir viele ab.',
    phoenix:
      'Der Phönix ist in Kombinationen jede Karte. Einzeln ist er einen halben Rang höher als das, was liegt.',
    follow:
      'Spiel dieselbe Art, höher, mit gleich vielen Karten – oder pass. Wer gepasst hat, darf wieder einsteigen.',
    wish: 'Es gibt einen Wunsch. Wer diesen Rang spielen kann, muss; auch du, wenn deine Karten markiert sind.',
    window: 'Alle haben gepasst. Einen Moment lang könnte noch eine Bombe fallen, dann geht der Stich weg.',
    gift: 'Dein Drache gewinnt den Stich, aber er geht an einen Gegner. Wähle den, dem er weniger hilft.',
    out: 'Jemand ist fertig. Die Runde endet, wenn nur noch einer Karten hat.',
    end: 'Die Runde ist zu Ende. Punkte aus Stichen und Ansagen sind gezählt. Jetzt kannst du alles: viel Glück!',
  },
};

export default de;
