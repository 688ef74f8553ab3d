/** Turkish: the rules of both games in short. */
import type { Texts } from '../messages.ts';

const tr: Texts = {
  title: (game) => `${game} nasıl oynanır`,
  learn: 'Oynayarak öğren',
  practise: 'Tek başına alıştırma',
  fits: 'doğru',
  fails: 'yanlış',
  contents: 'Bu sayfada',
  rummikubTitle: {
    goal: 'Amaç',
    set: 'Gruplar',
    run: 'Seriler',
    joker: 'Jokerler',
    turn: 'Senin sıran',
    declare: 'Bitirmek',
    pool: 'Yığın tükenince',
    score: 'Bir turun değeri',
    clock: 'Saat',
  },
  rummikubText: {
    goal: 'Herkesin ıstakasında başkasının görmediği 14 taş vardır. Turu, ıstakasının tamamı ilk önce perlerden oluşan kazanır. Perin iki türü vardır: grup ve seri.',
    set: 'Aynı sayıda üç ya da dört taş, her biri başka renkte. Sırası önemli değildir.',
    run: 'Aynı renkte üç ya da daha çok taş, her biri öncekinden bir fazla. En büyüğü 13’tür ve ardından 1 gelmez. Hakem taşlara senin dizdiğin gibi bakar: onları kendin sırala.',
    joker:
      'Joker her taşın yerine geçer, ama bir perde yalnızca bir joker olur. Durduğu yer hangi taş olduğunu söyler.',
    turn: 'Önce bir taş al: görmeden yığından ya da senden önceki oyuncunun son attığı taşı. Sonra bir taş at. Böylece bir an 15, ardından yine 14 taşın olur. Yerden aldığın taş bu sırada atılmaz, atılan joker de alınmaz.',
    declare:
      '15 taşından 14’ü perlerdeyse bitir: son taş atılır ve tur senindir. Bir şey uymuyorsa ne olduğunu öğrenirsin, taşlarını kimse görmez ve sıran sürer. Bir sırada üç hakkın vardır.',
    pool: 'Son taş dışında atılanlar karıştırılır ve yeni yığın olur. Kaç kez olacağını masa söyler; sonra turu kimse kazanmaz.',
    score:
      'Masa seçer: tur başına bir puan; ya da iki puan, jokerle bir, joker atarak bitirince üç; ya da diğerlerinin per dışında kalan taşları, joker 30 sayılır. Sonunda puanı en çok olan kazanır; eşitlikte bir tur daha oynanır.',
    clock:
      'Masa saatle oynuyorsa ve süren dolarsa, senin yerine yığından bir taş çekilip atılır. Böyle üç sıradan sonra, sen dönene dek bir bot oynar.',
  },
  tichuTitle: {
    goal: 'Amaç',
    points: 'Puanlı kartlar',
    grand: 'Önce sekiz kart',
    exchange: 'Değiş tokuş',
    call: 'Tichu',
    combinations: 'Kombinasyonlar',
    bombs: 'Bombalar',
    mahJong: 'Mah Jong ve dilek',
    dog: 'Köpek',
    phoenix: 'Anka',
    dragon: 'Ejderha',
    trick: 'Bir löve',
    end: 'Turun sonu',
    score: 'Sayım',
  },
  tichuText: {
    goal: 'İki kişi iki kişiye karşı oynar; eşin karşında oturur. Kartlarından rakiplerden önce kurtul, puanlı löveler al, cesaretin varsa tichu de. Masa başka bir şey demedikçe 1000 puana ilk varan takım kazanır.',
    points:
      'Her 5 beş puan, her 10 ve her papaz on puan, Ejderha 25 puandır. Anka 25 puan götürür. Diğerleri sayılmaz; toplam hep 100’dür.',
    grand:
      'On dört kartından sekizini görürsün. Şimdi büyük tichu diyen, ilk çıkacağına 200 puan koyar. Herkes aynı anda yanıtlar ve son yanıttan önce hiçbiri görülmez.',
    exchange:
      'Diğer üç kişinin her birine kapalı bir kart ver, her birinden bir kart al. Sonra Mah Jong kimdeyse o açar.',
    call: 'Hiç kart oynamadıysan tichu diyebilirsin: ilk sen çıkarsan 100 puan, çıkamazsan eksi 100.',
    combinations:
      'Bir kombinasyonu aynı türden, aynı uzunlukta daha yükseği yener. Full üçlüsüne, kent en yüksek kartına göre sayılır. As yalnızca yüksektir.',
    bombs:
      'Dört aynı kart ya da aynı renkten art arda beş ve daha çok kart; özel kart olmadan. Bomba, bomba olmayan her şeyi yener ve masada kart varken her an atılabilir. Çok kart az kartı yener.',
    mahJong:
      'Mah Jong 1’dir. Onu oynayan, 2’den asa kadar bir değer dileyebilir. Ondan sonra, o değer elinde olan ve oynayabilen oynamak zorundadır; biri oynayana dek.',
    dog: 'Köpek tek başına açılır ve açma hakkını eşine verir. Alınacak löve yoktur.',
    phoenix:
      'Kombinasyonda Anka 2’den asa kadar herhangi bir karttır, ama asla bombaya girmez. Tek başına, üstüne oynandığı karttan yarım yüksektir; açılışta bir buçuktur.',
    dragon:
      'Ejderha en yüksek tek karttır. Onu yalnızca bomba yener. Ama kazandığı löve bir rakibe gider: kime, sen seçersin.',
    trick:
      'Açan bir kombinasyon oynar. Diğerleri sırayla yener ya da pas geçer; pas geçen yeniden girebilir. Diğerlerinin hepsi art arda pas geçince, son oynayan löveyi alır ve açar.',
    end: 'Yalnızca bir oyuncuda kart kalınca tur biter. Onun eli rakiplere, löveleri ilk çıkana gider. Eşler birinci ve ikinci çıkarsa bu çifte zaferdir: 200 puan, başka sayım yapılmaz.',
    score:
      'Her takım lövelerindeki puanları sayar. Sonra sözler eklenir: tichu için 100, büyük tichu için 200, ya da o kadar eksilir.',
  },
  caption: {
    sameNumber: 'bir sayı, üç renk',
    fourColours: 'dört rengin hepsi',
    redTwice: 'kırmızı iki kez',
    blueRun: 'bir renk, art arda',
    noWrap: '13’ten sonra bir şey yok',
    unsorted: 'sırada değil',
    jokerMiddle: 'joker kırmızı 7',
    jokerFront: 'joker kırmızı 11',
    jokerOut: 'joker 14 olurdu',
    twoJokers: 'bir perde bir joker',
    declared: '14 taşlık dört per, turuncu 13 atıldı',
    worth: '5, 10, 10, 25 ve −25 puan',
    single: 'tek kart',
    pair: 'çift',
    triple: 'üçlü',
    fullHouse: 'full',
    straight: 'kent: art arda beş ya da daha çok',
    stairs: 'merdiven: art arda çiftler',
    lowAce: 'as 1 değildir',
    twoTriples: 'iki üçlü bir şey değildir',
    fourBomb: 'dört aynı',
    straightBomb: 'art arda beş, tek renk',
    noPhoenixBomb: 'bomba değil: Anka burada işe yaramaz',
    oneStraight: '1 olarak Mah Jong',
    phoenixPair: 'kız olarak Anka',
    phoenixHouse: 'iki çiftten full',
    dogAlone: 'yalnızca açılışta, tek',
    dragonAlone: 'her tek kartı yener',
  },
};

export default tr;
