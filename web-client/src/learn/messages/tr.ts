/** Turkish: texts of the guided round and of practice. */
import type { Texts } from '../messages.ts';

const tr: Texts = {
  guide: 'Rehber',
  gotIt: 'Anladım',
  again: 'Son ipucunu yeniden göster',
  more: 'Bütün kurallar',
  practice: 'Alıştırma',
  practiceText:
    'Botların arasında yalnız sen: hamleni geri al, hakeme sor, aynı dağıtımı numarasıyla yeniden oyna.',
  deal: 'Dağıtım numarası',
  dealHint: (pieces) => `Aynı numara aynı ${pieces} yeniden dağıtır.`,
  pieces: { rummikub: 'taşları', tichu: 'kartları' },
  start: 'Başla',
  opening: 'Masa kuruluyor …',
  rummikub: {
    take: 'Hoş geldin! Istakan aşağıda. Amaç 14 taşın hepsini perlere dizmek. Sıra sende: yığından bir taş çek.',
    sort: 'Şimdi 15 taşın var. Istakayı dizmek için “Seriler” ya da “Gruplar”a bas. Alttaki ayraç biten her peri gösterir.',
    joker: 'Bir jokerin var. Her taşın yerine geçer; hangisi olduğunu perdeki yeri söyler.',
    throw: 'Sana en az yarayan taşı at: attıklarının üstüne sürükle ya da seçip oraya bas.',
    wait: 'Diğerleri de böyle çeker ve atar. Ne attıklarını görürsün, ne tuttuklarını asla.',
    discard:
      'Son atılan taşı yığından çekmek yerine alabilirsin. Yalnızca uyuyorsa al: bu sırada sende kalır.',
    declare: '15 taşından 14’ü perlere dizilebilir! Onları topla, sonuncusunu “Bitir”e sürükle.',
    refused: 'Bir şey henüz uymadı. Taşlarını kimse görmedi; düzelt ve yeniden dene.',
    end: 'Tur bitti, puanlar yazıldı. Artık hepsini biliyorsun: bol şans!',
  },
  tichu: {
    grand:
      'Hoş geldin! 14 kartından sekizini görüyorsun. Büyük tichu, ilk çıkmaya 200 puanlık bahistir. Bu kez dağıtmaya devam et.',
    exchange: 'Her birine bir kart ver: rakiplere küçük, eşine iyi bir kart. Önce karta, sonra yere bas.',
    call: 'İlk kartından önce tichu diyebilirsin: ilk çıkarsan 100 puan. Şart değil.',
    dog: 'Köpek sende. Tek başına açılınca açma hakkını eşine verir.',
    lead: 'Sen açıyorsun: bir kombinasyonun kartlarını kaldır ve “Oyna”ya bas. Küçük kartlardan uzun bir kent seni çok karttan kurtarır.',
    phoenix: 'Anka kombinasyonlarda her karttır. Tek başına, masadakinden yarım yüksektir.',
    follow:
      'Aynı türü, daha yükseğini, aynı sayıda kartla oyna – ya da pas geç. Pas geçen yeniden girebilir.',
    wish: 'Bir dilek var. O değeri oynayabilen oynamak zorunda; kartların işaretliyse sen de.',
    window: 'Herkes pas geçti. Bir an daha bomba düşebilir, sonra löve alınır.',
    gift: 'Ejderhan löveyi kazanıyor, ama löve bir rakibe gider. Daha az işine yarayacak olanı seç.',
    out: 'Biri çıktı. Yalnızca bir oyuncuda kart kalınca tur biter.',
    end: 'Tur bitti. Lövelerin ve sözlerin puanları eklendi. Artık hepsini biliyorsun: bol şans!',
  },
};

export default tr;
