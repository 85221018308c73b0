import type { WordLanguage } from './scriptLanguage.ts';

/** Words of speeches, separated by |. The first one of each is offered or printed. */
interface CueWords {
  /** Extension of a voice over the picture, as set in brackets behind a name. */
  voiceOver: string;
  /** Extension of a voice from outside of the picture. */
  offScreen: string;
  /** Extension of a cue whose speech goes on. */
  continued: string;
  /** Mark below a speech that goes on on the next page. */
  more: string;
  /** Words between two names. */
  and: string;
}

/** Words of speeches by language, without brackets (docs/format.md, "Languages"). */
export const cueWords: Readonly<Record<WordLanguage, CueWords>> = {
  en: {
    voiceOver: 'V.O.',
    offScreen: 'O.S.|O.C.',
    continued: "CONT'D|CONT|CONT.|CONTINUED",
    more: 'MORE',
    and: 'AND',
  },
  de: {
    voiceOver: 'V.O.|VOICE OVER|ÜBER',
    offScreen: 'OFF|O.S.',
    continued: 'FORTS.|FORTSETZUNG|WEITER|FORTGESETZT',
    more: 'WEITER|MEHR',
    and: 'UND',
  },
  fr: {
    voiceOver: 'VOIX OFF|V.O.|EN VOIX OFF',
    offScreen: 'OFF|HORS CHAMP|H.C.',
    continued: 'SUITE|CONT.',
    more: 'À SUIVRE|SUITE',
    and: 'ET',
  },
  es: {
    voiceOver: 'V.O.|VOZ EN OFF|VOZ OFF',
    offScreen: 'OFF|EN OFF|F.C.|FUERA DE CAMPO',
    continued: 'CONT.|CONTINÚA|CONTINUACIÓN|SIGUE',
    more: 'MÁS|SIGUE',
    and: 'Y|E',
  },
  it: {
    voiceOver: 'V.O.|VOCE OVER',
    offScreen: 'F.C.|FUORI CAMPO|V.F.C.|OFF',
    continued: 'CONT.|CONTINUA|SEGUE',
    more: 'SEGUE|CONTINUA',
    and: 'E',
  },
  pt: {
    voiceOver: 'V.O.|VOZ OFF',
    offScreen: 'OFF|EM OFF|F.C.|FORA DE CAMPO',
    continued: 'CONT.|CONTINUANDO|CONTINUAÇÃO|CONTINUA',
    more: 'MAIS|CONTINUA',
    and: 'E',
  },
  pl: {
    voiceOver: 'Z OFFU',
    offScreen: 'ZZA KADRU|SPOZA KADRU',
    continued: 'C.D.|CD.|CIĄG DALSZY|CONT.',
    more: 'C.D.N.|WIĘCEJ|CIĄG DALSZY',
    and: 'I|ORAZ',
  },
  ru: {
    voiceOver: 'З.К.|ЗА КАДРОМ|Г.З.К.|ГОЛОС ЗА КАДРОМ',
    offScreen: 'В.К.|ВНЕ КАДРА',
    continued: 'ПРОД.|ПРОДОЛЖАЕТ|ПРОДОЛЖАЯ|ПРОДОЛЖЕНИЕ',
    more: 'ДАЛЬШЕ|ДАЛЕЕ|ПРОДОЛЖЕНИЕ СЛЕДУЕТ',
    and: 'И',
  },
  tr: {
    voiceOver: 'D.S.|DIŞ SES|ÜST SES',
    offScreen: 'K.D.|KADRAJ DIŞI',
    continued: 'DEVAM|DEVAMI|DEVAM EDER',
    more: 'DEVAMI VAR|DEVAMI|DEVAM',
    and: 'VE|İLE',
  },
  nl: {
    voiceOver: 'V.O.|VOICE-OVER',
    offScreen: 'O.S.|BUITEN BEELD',
    continued: 'VERVOLG|VERV.',
    more: 'MEER|VERVOLG',
    and: 'EN',
  },
  sv: {
    voiceOver: 'V.O.|BERÄTTARRÖST|SPEAKER',
    offScreen: 'O.S.|UTANFÖR BILD',
    continued: 'FORTS.|FORTSÄTTER',
    more: 'MER|FORTS.',
    and: 'OCH',
  },
  hi: {
    voiceOver: 'वी.ओ.|पार्श्व स्वर',
    offScreen: 'ओ.एस.|नेपथ्य',
    continued: 'जारी',
    more: 'जारी है|आगे',
    and: 'और|व',
  },
  'hi-Latn': {
    voiceOver: 'V.O.',
    offScreen: 'O.S.|O.C.',
    continued: "CONT'D|JAARI",
    more: 'MORE|JAARI',
    and: 'AUR',
  },
  zh: {
    voiceOver: '旁白|画外音|畫外音',
    offScreen: '画外|畫外|O.S.',
    continued: '续|續|继续|繼續|接上页|接上頁',
    more: '续下页|續下頁|待续|待續|接下页|接下頁',
    and: '和|与|與|、',
  },
  ja: {
    voiceOver: 'Ｎ|ナレーション|Ｍ|モノローグ',
    offScreen: '声|の声|オフ|OFF',
    continued: '続き|つづき|続けて',
    more: '続く|つづく',
    and: 'と|、|・',
  },
};
