import type { WordLanguage } from './scriptLanguage.ts';

/*
 * Words of scene headings by language (docs/format.md, "Languages"). English headings have rules of
 * their own in screenplay/heading.ts.
 */

/** Time of day as a strip board shows it; `same`: that of the scene before. */
export type TimeKind = 'day' | 'night' | 'same';

/** Words in capitals, separated by |. The first ones are offered while a heading is typed. */
export interface HeadingWords extends Record<TimeKind, string> {
  interior: string;
  exterior: string;
}

/** Words that begin a heading beside INT. and EXT., and times of day. */
export const headingWords: Readonly<Record<Exclude<WordLanguage, 'en'>, HeadingWords>> = {
  de: {
    interior: 'INNEN|INN',
    exterior: 'AUSSEN|AUẞEN|AUSS',
    day: 'TAG|MORGEN|VORMITTAG|MITTAG|NACHMITTAG|DÄMMERUNG|MORGENDÄMMERUNG|ABENDDÄMMERUNG',
    night: 'NACHT|ABEND|MITTERNACHT',
    same: 'SPÄTER|KURZ DARAUF|FORTLAUFEND|GLEICHZEITIG',
  },
  fr: {
    interior: 'INTÉRIEUR|INTERIEUR|INTÉR',
    exterior: 'EXTÉRIEUR|EXTERIEUR|EXTÉR',
    day: 'JOUR|MATIN|MIDI|APRÈS-MIDI|AUBE|CRÉPUSCULE',
    night: 'NUIT|SOIR|SOIRÉE|MINUIT',
    same: 'PLUS TARD|CONTINU|MÊME MOMENT',
  },
  es: {
    interior: 'INTERIOR',
    exterior: 'EXTERIOR',
    day: 'DÍA|MAÑANA|MEDIODÍA|TARDE|AMANECER|ATARDECER',
    night: 'NOCHE|MEDIANOCHE|MADRUGADA|ANOCHECER',
    same: 'MÁS TARDE|CONTINUO|MOMENTOS DESPUÉS',
  },
  it: {
    interior: 'INTERNO',
    exterior: 'ESTERNO',
    day: 'GIORNO|MATTINA|MATTINO|MEZZOGIORNO|POMERIGGIO|ALBA|TRAMONTO|CREPUSCOLO',
    night: 'NOTTE|SERA|MEZZANOTTE',
    same: 'PIÙ TARDI|POCO DOPO|CONTINUA',
  },
  pt: {
    interior: 'INTERIOR|INTERNA',
    exterior: 'EXTERIOR|EXTERNA',
    day: 'DIA|MANHÃ|MEIO-DIA|TARDE|AMANHECER|ENTARDECER',
    night: 'NOITE|MADRUGADA|MEIA-NOITE|ANOITECER',
    same: 'MAIS TARDE|CONTÍNUO|MOMENTOS DEPOIS',
  },
  pl: {
    interior: 'WN|WNĘTRZE|WEWN',
    exterior: 'PLEN|PL|PLENER|ZEWN',
    day: 'DZIEŃ|RANO|RANEK|PORANEK|POŁUDNIE|POPOŁUDNIE|ŚWIT|ZMIERZCH',
    night: 'NOC|WIECZÓR|PÓŁNOC',
    same: 'PÓŹNIEJ|CHWILĘ PÓŹNIEJ|CIĄG DALSZY',
  },
  ru: {
    interior: 'ИНТ|ИНТЕРЬЕР|ПАВ|ПАВИЛЬОН',
    exterior: 'НАТ|НАТУРА|ЭКСТ|ЭКСТЕРЬЕР',
    day: 'ДЕНЬ|УТРО|ПОЛДЕНЬ|РАССВЕТ|ЗАКАТ|СУМЕРКИ|РЕЖИМ',
    night: 'НОЧЬ|ВЕЧЕР|ПОЛНОЧЬ',
    same: 'ПОЗЖЕ|ПОЗДНЕЕ|НЕПРЕРЫВНО|ТОГДА ЖЕ',
  },
  tr: {
    interior: 'İÇ|IÇ',
    exterior: 'DIŞ',
    day: 'GÜN|GÜNDÜZ|SABAH|ÖĞLE|ÖĞLEDEN SONRA|ŞAFAK|GÜN BATIMI',
    night: 'GECE|AKŞAM|GECE YARISI',
    same: 'DAHA SONRA|DEVAM|AYNI ANDA',
  },
  nl: {
    interior: 'BINNEN',
    exterior: 'BUITEN',
    day: 'DAG|OCHTEND|MIDDAG|NAMIDDAG|DAGERAAD|SCHEMERING',
    night: 'NACHT|AVOND|MIDDERNACHT',
    same: 'EVEN LATER|DOORLOPEND|TEGELIJKERTIJD',
  },
  sv: {
    interior: 'INNE|INTERIÖR',
    exterior: 'UTE|EXTERIÖR',
    day: 'DAG|MORGON|FÖRMIDDAG|EFTERMIDDAG|GRYNING|SKYMNING',
    night: 'NATT|KVÄLL|MIDNATT',
    same: 'SENARE|FORTSÄTTNING|SAMTIDIGT',
  },
  hi: {
    interior: 'अंदर|भीतर|आंतरिक|इंट',
    exterior: 'बाहर|बाह्य|एक्सट',
    day: 'दिन|सुबह|दोपहर|सवेरा|भोर',
    night: 'रात|शाम|आधी रात',
    same: 'बाद में|थोड़ी देर बाद|लगातार',
  },
  'hi-Latn': {
    interior: 'ANDAR|BHEETAR',
    exterior: 'BAHAR|BAAHAR',
    day: 'DIN|SUBAH|DOPAHAR|BHOR',
    night: 'RAAT|SHAAM|AADHI RAAT',
    same: 'BAAD MEIN|THODI DER BAAD|LAGATAAR',
  },
  zh: {
    interior: '内景|內景|内|內|室内|室內',
    exterior: '外景|外|室外',
    day: '日|白天|清晨|晨|早晨|上午|中午|下午|黎明|黄昏|傍晚|黃昏',
    night: '夜|夜晚|晚上|晚|深夜|午夜',
    same: '稍后|片刻后|连续|同时|稍後|片刻後|連續|同時',
  },
  ja: {
    interior: '屋内|室内|内',
    exterior: '屋外|外',
    day: '朝|昼|日中|午前|午後|夕方|早朝|夜明け',
    night: '夜|深夜|夜中|晩',
    same: 'その後|しばらく後|続き|同時刻',
  },
};

export function listedWords(list: string): string[] {
  return list.split('|');
}
