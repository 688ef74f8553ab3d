/** Romanian: why the server rejected a command. */
import type { Texts } from '../messages.ts';

const ro: Texts = {
  reasons: {
    malformed: 'Serverul nu a înțeles pagina. Reîncarc-o, te rog.',
    unknown_type: 'Serverul nu cunoaște cererea. Reîncarcă pagina, te rog.',
    bad_field: 'Serverul nu a înțeles cererea. Reîncarcă pagina, te rog.',
    hello_first: 'Conexiunea nu era gata. Încearcă din nou, te rog.',
    hello_twice: 'Conexiunea era deja gata.',
    protocol_mismatch: 'A apărut o versiune nouă. Reîncarcă pagina, te rog.',
    unknown_token: 'Serverul nu te mai ține minte. Ai acum o legitimație nouă.',
    id_reused: 'O altă filă a fost mai rapidă. Încearcă din nou, te rog.',
    id_expired: 'Răspunsul a venit prea târziu. Încearcă din nou, te rog.',
    bad_name: 'Un nume are între 1 și 24 de caractere.',
    bad_chat: 'Un mesaj are între 1 și 300 de caractere.',
    bad_variant: 'Aceste opțiuni nu se potrivesc.',
    no_such_room: 'Masa nu mai există sau este privată.',
    bad_invite: 'Nicio masă nu are acest cod.',
    not_in_room: 'Nu ești la această masă.',
    room_full: 'Masa nu mai primește oaspeți.',
    no_such_seat: 'Masa nu are acest loc.',
    seat_taken: 'Acolo stă deja cineva.',
    seat_empty: 'Acolo nu stă nimeni.',
    not_seated: 'Ia mai întâi un loc.',
    not_host: 'Numai gazda poate face asta.',
    match_running: 'Nu în timpul unei partide.',
    no_match: 'Nu se joacă nicio partidă.',
    not_ready: 'Încă nu stau toți la masă, gata de joc.',
    other_game: 'La această masă se joacă alt joc.',
    hints_off: 'La această masă nu sunt indicii.',
    no_hint: 'Acum nu este nimic de sfătuit.',
    stale_prompt: 'Jocul mersese deja mai departe.',
    prompt_required: 'Jocul mersese deja mai departe.',
    rate_limited: 'A fost prea repede. Așteaptă o clipă, te rog.',
    too_many_rooms: 'Sunt prea multe mese deschise.',
    unavailable: 'Serverul nu poate salva acum. Încearcă peste o clipă, te rog.',
    shutting_down: 'Serverul repornește. Încearcă peste o clipă, te rog.',
  },
  stopped: 'Pagina nu mai este conectată.',
  unknown: (code) => `Serverul a refuzat (${code}).`,
};

export default ro;
