/** Romanian: texts of the guided round and of practice. */
import type { Texts } from '../messages.ts';

const ro: Texts = {
  guide: 'Îndrumare',
  gotIt: 'Am înțeles',
  again: 'Arată din nou ultimul sfat',
  more: 'Toate regulile',
  practice: 'Exercițiu',
  practiceText:
    'Numai tu printre boți: ia mutări înapoi, întreabă arbitrul și joacă din nou aceeași împărțire după numărul ei.',
  deal: 'Numărul împărțirii',
  dealHint: (pieces) => `Același număr împarte aceleași ${pieces} din nou.`,
  pieces: { rummikub: 'piese', tichu: 'cărți' },
  start: 'Începe',
  opening: 'Se așază masa …',
  rummikub: {
    take: 'Bine ai venit! Tabla ta e jos. Vrei toate cele 14 piese în grupuri. E rândul tău: ia o piesă din teanc.',
    sort: 'Acum ai 15. Apasă „Suite” sau „Seturi” ca să ordonezi tabla. O paranteză dedesubt arată fiecare grup gata.',
    joker: 'Ai un joker. Ține locul oricărei piese; locul lui în grup spune care.',
    throw: 'Aruncă piesa care te ajută cel mai puțin: trage-o la aruncatele tale sau alege-o și apasă locul.',
    wait: 'Ceilalți iau și aruncă la fel. Vezi ce aruncă, niciodată ce țin.',
    discard:
      'Poți lua ultima piesă aruncată în locul uneia din teanc. Ia-o numai dacă se potrivește: tura asta rămâne la tine.',
    declare: '14 din cele 15 piese pot sta în grupuri! Pune-le împreună și trage ultima pe „Închide”.',
    refused: 'Încă nu se lega ceva. Nimeni nu ți-a văzut piesele; repară și încearcă din nou.',
    end: 'Runda s-a încheiat și punctele sunt scrise. Acum știi tot: noroc!',
  },
  tichu: {
    grand:
      'Bine ai venit! Vezi opt din cele 14 cărți. Marele tichu e un pariu de 200 de puncte că termini primul. De data asta mai bine împarte mai departe.',
    exchange:
      'Dă fiecăruia câte o carte: mici adversarilor, una bună partenerului. Apasă o carte, apoi un loc.',
    call: 'Înainte de prima carte poți anunța tichu: 100 de puncte dacă termini primul. Nu e obligatoriu.',
    dog: 'Ai Câinele. Jucat singur la ieșire, dă ieșirea partenerului tău.',
    lead: 'Ieși tu: ridică cărțile unei combinații și apasă „Joacă”. O chintă lungă de cărți mici te scapă de multe.',
    phoenix: 'Phoenix e orice carte în combinații. Singur e cu o jumătate de rang peste ce e pe masă.',
    follow:
      'Joacă același fel, mai mare, cu tot atâtea cărți – sau spune pas. Cine a spus pas poate intra din nou.',
    wish: 'Există o dorință. Cine poate juca rangul trebuie s-o facă; și tu, când cărțile îți sunt marcate.',
    window: 'Toți au spus pas. O clipă mai poate cădea o bombă, apoi levata e luată.',
    gift: 'Dragonul tău câștigă levata, dar ea merge la un adversar. Alege-l pe cel căruia îi folosește mai puțin.',
    out: 'Cineva a terminat. Runda se încheie când numai unul mai are cărți.',
    end: 'Runda s-a încheiat. Punctele levatelor și anunțurile s-au adunat. Acum știi tot: noroc!',
  },
};

export default ro;
