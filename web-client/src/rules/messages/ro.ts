/** Romanian: the rules of both games in short. */
import type { Texts } from '../messages.ts';

const ro: Texts = {
  title: (game) => `Cum se joacă ${game}`,
  learn: 'Învață jucând',
  practise: 'Exersează singur',
  fits: 'corect',
  fails: 'greșit',
  contents: 'Pe această pagină',
  rummikubTitle: {
    goal: 'Despre ce e vorba',
    set: 'Seturi',
    run: 'Suite',
    joker: 'Jokeri',
    turn: 'Rândul tău',
    declare: 'Închiderea',
    pool: 'Când teancul s-a terminat',
    score: 'Cât valorează o rundă',
    clock: 'Ceasul',
  },
  rummikubText: {
    goal: 'Fiecare are o tablă cu 14 piese pe care nu le vede nimeni altcineva. Runda e a celui a cărui tablă e prima formată numai din grupuri. Grupurile sunt de două feluri: seturi și suite.',
    set: 'Trei sau patru piese cu același număr, fiecare de altă culoare. Ordinea nu contează.',
    run: 'Trei sau mai multe piese de o culoare, fiecare cu unu mai mare decât cea dinainte. Cea mai mare e 13, iar după ea nu urmează 1. Arbitrul ia piesele așa cum le-ai pus: ordonează-le tu.',
    joker:
      'Un joker ține locul oricărei piese, dar într-un grup încape numai unul. Locul lui arată ce piesă este.',
    turn: 'Întâi iei o piesă: pe nevăzute din teanc sau pe cea aruncată ultima de jucătorul dinaintea ta. Apoi arunci una. Așa ai o clipă 15 piese și apoi iar 14. Piesa luată din cele aruncate rămâne la tine tura aceasta, iar un joker aruncat nu se ia.',
    declare:
      'Când 14 din cele 15 piese stau în grupuri, închide: ultima piesă e aruncată și runda e a ta. Dacă ceva nu se leagă, afli ce anume, nimeni nu-ți vede piesele și tura continuă. Ai trei încercări pe tură.',
    pool: 'Piesele aruncate, fără ultima, se amestecă și devin noul teanc. De câte ori, spune masa; apoi runda rămâne fără câștigător.',
    score:
      'Masa alege: un punct pe rundă; sau două puncte, unul cu joker și trei dacă ai închis aruncând un joker; sau tot ce le-a rămas celorlalți în afara grupurilor, jokerul fiind 30. La sfârșit câștigă suma cea mai mare; la egalitate se mai joacă o rundă.',
    clock:
      'Dacă masa joacă cu ceas și timpul tău expiră, o piesă din teanc e luată și aruncată pentru tine. După trei astfel de ture joacă un bot până te întorci.',
  },
  tichuTitle: {
    goal: 'Despre ce e vorba',
    points: 'Cărțile cu puncte',
    grand: 'Întâi opt cărți',
    exchange: 'Schimbul',
    call: 'Tichu',
    combinations: 'Combinații',
    bombs: 'Bombe',
    mahJong: 'Mah Jong și dorința',
    dog: 'Câinele',
    phoenix: 'Phoenix',
    dragon: 'Dragonul',
    trick: 'O levată',
    end: 'Sfârșitul rundei',
    score: 'Numărătoarea',
  },
  tichuText: {
    goal: 'Doi joacă împotriva a doi; partenerul stă în față. Scapă de cărți înaintea adversarilor, ia levate cu puncte și anunță tichu când îndrăznești. Câștigă prima echipă cu 1000 de puncte, dacă masa nu spune altfel.',
    points:
      'Fiecare 5 face 5 puncte, fiecare 10 și fiecare rege 10, Dragonul 25. Phoenix costă 25. Celelalte nu fac nimic; împreună sunt mereu 100.',
    grand:
      'Vezi opt din cele paisprezece cărți. Cine anunță acum marele tichu pariază 200 de puncte că termină primul. Răspund toți deodată, iar răspunsurile nu se văd înainte de ultimul.',
    exchange:
      'Dă pe ascuns câte o carte fiecăruia dintre ceilalți trei și primește una de la fiecare. Cine are apoi Mah Jong iese.',
    call: 'Cât timp n-ai jucat nicio carte poți anunța tichu: 100 de puncte dacă termini primul, minus 100 dacă nu.',
    combinations:
      'O combinație e bătută de una mai mare de același fel și de aceeași lungime. Un full se socotește după cele trei cărți, o chintă după cea mai mare. Asul e numai mare.',
    bombs:
      'Patru la fel sau cinci și mai multe la rând în aceeași culoare, fără carte specială. O bombă bate tot ce nu e bombă și poate cădea oricând sunt cărți pe masă. Mai multe cărți bat mai puține.',
    mahJong:
      'Mah Jong este 1. Cine îl joacă își poate dori un rang de la 2 la as. De atunci, cine are rangul și îl poate joca trebuie s-o facă, până îl joacă cineva.',
    dog: 'Cu Câinele se iese, singur, și ieșirea trece la partenerul tău. Nu e nicio levată de luat.',
    phoenix:
      'Într-o combinație Phoenix este orice carte de la 2 la as, dar niciodată parte dintr-o bombă. Singur e cu o jumătate de rang peste cartea pe care stă; la ieșire face unu și jumătate.',
    dragon:
      'Dragonul e cea mai mare carte singură. Numai o bombă îl bate. Dar levata câștigată cu el merge la un adversar: tu alegi la care.',
    trick:
      'Cine iese joacă o combinație. Pe rând, ceilalți o bat sau spun pas; cine a spus pas poate intra din nou. Când toți ceilalți au spus pas la rând, ultimul care a jucat ia levata și iese.',
    end: 'Runda se încheie când numai un jucător mai are cărți. Mâna lui merge la adversari, iar levatele lui la cine a terminat primul. Dacă partenerii termină primul și al doilea, e victorie dublă: 200 de puncte și nu se mai numără nimic.',
    score:
      'Fiecare echipă numără punctele din levatele ei. Apoi se adaugă anunțurile: 100 pentru tichu, 200 pentru marele tichu, sau se scad tot atâtea.',
  },
  caption: {
    sameNumber: 'un număr, trei culori',
    fourColours: 'toate cele patru culori',
    redTwice: 'roșu de două ori',
    blueRun: 'o culoare, una după alta',
    noWrap: 'după 13 nu mai e nimic',
    unsorted: 'nu sunt în ordine',
    jokerMiddle: 'jokerul e un 7 roșu',
    jokerFront: 'jokerul e un 11 roșu',
    jokerOut: 'jokerul ar fi 14',
    twoJokers: 'un singur joker pe grup',
    declared: 'patru grupuri din 14 piese, iar 13 portocaliu e aruncat',
    worth: 'fac 5, 10, 10, 25 și −25',
    single: 'o carte',
    pair: 'pereche',
    triple: 'trei la fel',
    fullHouse: 'full',
    straight: 'chintă: cinci sau mai multe la rând',
    stairs: 'scară: perechi la rând',
    lowAce: 'asul nu e 1',
    twoTriples: 'de două ori trei nu e nimic',
    fourBomb: 'patru la fel',
    straightBomb: 'cinci la rând, o culoare',
    noPhoenixBomb: 'nu e bombă: Phoenix nu ajută aici',
    oneStraight: 'Mah Jong ca 1',
    phoenixPair: 'Phoenix ca damă',
    phoenixHouse: 'un full din două perechi',
    dogAlone: 'numai la ieșire, singur',
    dragonAlone: 'bate orice carte singură',
  },
};

export default ro;
