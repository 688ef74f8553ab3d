/** German: why the server rejected a command. */
import type { Texts } from '../messages.ts';

const de: Texts = {
  reasons: {
    malformed: 'Der Server hat diese Seite nicht verstanden. Lade sie bitte neu.',
    unknown_type: 'Der Server kennt diese Anfrage nicht. Lade die Seite bitte neu.',
    bad_field: 'Der Server hat die Anfrage nicht verstanden. Lade die Seite bitte neu.',
    hello_first: 'Die Verbindung war noch nicht bereit. Versuch es bitte noch einmal.',
    hello_twice: 'Die Verbindung war schon bereit.',
    protocol_mismatch: 'Es gibt eine neue Version. Lade die Seite bitte neu.',
    unknown_token: 'Der Server erinnert sich nicht an dich. Du hast jetzt einen neuen Ausweis.',
    id_reused: 'Ein anderer Tab war schneller. Versuch es bitte noch einmal.',
    id_expired: 'Die Antwort kam zu spät. Versuch es bitte noch einmal.',
    bad_name: 'Ein Name hat 1 bis 24 Zeichen.',
    bad_chat: 'Eine Nachricht hat 1 bis 300 Zeichen.',
    bad_variant: 'Diese Einstellungen passen nicht zusammen.',
    no_such_room: 'Diesen Tisch gibt es nicht mehr, oder er ist privat.',
    bad_invite: 'Kein Tisch hat diesen Code.',
    not_in_room: 'Du bist nicht an diesem Tisch.',
    room_full: 'Dieser Tisch nimmt keine Gäste mehr auf.',
    no_such_seat: 'Diesen Platz gibt es hier nicht.',
    seat_taken: 'Da sitzt schon jemand.',
    seat_empty: 'Da sitzt niemand.',
    not_seated: 'Setz dich zuerst.',
    not_host: 'Das darf nur, wer den Tisch leitet.',
    match_running: 'Nicht während einer Partie.',
    no_match: 'Es läuft keine Partie.',
    not_ready: 'Noch sitzen nicht alle oder sind nicht bereit.',
    other_game: 'An diesem Tisch wird ein anderes Spiel gespielt.',
    hints_off: 'An diesem Tisch gibt es keine Tipps.',
    no_hint: 'Im Moment gibt es nichts zu raten.',
    stale_prompt: 'Am Tisch war es schon weitergegangen.',
    prompt_required: 'Am Tisch war es schon weitergegangen.',
    rate_limited: 'Das war zu schnell. Warte bitte einen Moment.',
    too_many_rooms: 'Es sind zu viele Tische offen.',
    unavailable: 'Der Server kann das gerade nicht speichern. Versuch es bitte gleich noch einmal.',
    shutting_down: 'Der Server startet neu. Versuch es bitte gleich noch einmal.',
  },
  stopped: 'Diese Seite ist nicht mehr verbunden.',
  unknown: (code) => `Der Server lehnt ab (${code}).`,
};

export default de;
