/** Turkish: why the server rejected a command. */
import type { Texts } from '../messages.ts';

const tr: Texts = {
  reasons: {
    malformed: 'Sunucu bu sayfayı anlamadı. Lütfen sayfayı yenile.',
    unknown_type: 'Sunucu bu isteği tanımıyor. Lütfen sayfayı yenile.',
    bad_field: 'Sunucu bu isteği anlamadı. Lütfen sayfayı yenile.',
    hello_first: 'Bağlantı henüz hazır değildi. Lütfen yeniden dene.',
    hello_twice: 'Bağlantı zaten hazırdı.',
    protocol_mismatch: 'Yeni bir sürüm var. Lütfen sayfayı yenile.',
    unknown_token: 'Sunucu seni hatırlamıyor. Artık yeni bir kimliğin var.',
    id_reused: 'Başka bir sekme daha hızlıydı. Lütfen yeniden dene.',
    id_expired: 'Yanıt çok geç geldi. Lütfen yeniden dene.',
    bad_name: 'Bir ad 1 ile 24 karakter arasındadır.',
    bad_chat: 'Bir mesaj 1 ile 300 karakter arasındadır.',
    bad_variant: 'Bu seçenekler birbirine uymuyor.',
    no_such_room: 'Bu masa artık yok ya da özel.',
    bad_invite: 'Bu kodla bir masa yok.',
    not_in_room: 'Bu masada değilsin.',
    room_full: 'Bu masa artık konuk almıyor.',
    no_such_seat: 'Bu masada öyle bir yer yok.',
    seat_taken: 'Orada zaten biri oturuyor.',
    seat_empty: 'Orada kimse oturmuyor.',
    not_seated: 'Önce bir yere otur.',
    not_host: 'Bunu yalnızca ev sahibi yapabilir.',
    match_running: 'Maç sürerken olmaz.',
    no_match: 'Oynanan bir maç yok.',
    not_ready: 'Henüz herkes oturup hazır olmadı.',
    other_game: 'Bu masada başka bir oyun oynanıyor.',
    hints_off: 'Bu masada ipucu yok.',
    no_hint: 'Şu anda verilecek bir ipucu yok.',
    stale_prompt: 'Masa çoktan ilerlemişti.',
    prompt_required: 'Masa çoktan ilerlemişti.',
    rate_limited: 'Çok hızlıydı. Lütfen biraz bekle.',
    too_many_rooms: 'Çok fazla masa açık.',
    unavailable: 'Sunucu bunu şu an kaydedemiyor. Lütfen birazdan yeniden dene.',
    shutting_down: 'Sunucu yeniden başlıyor. Lütfen birazdan yeniden dene.',
  },
  stopped: 'Bu sayfa artık bağlı değil.',
  unknown: (code) => `Sunucu reddetti (${code}).`,
};

export default tr;
