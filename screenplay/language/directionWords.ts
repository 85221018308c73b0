import type { WordLanguage } from './scriptLanguage.ts';

/** Lines in capitals, separated by |, with the signs at their end with which they are offered. */
interface DirectionWords {
  /** Lines with which a script or a scene opens. They are action. */
  openings: string;
  transitions: string;
}

/** Openings and transitions by language (docs/format.md, "Languages"). */
export const directionWords: Readonly<Record<WordLanguage, DirectionWords>> = {
  en: {
    openings: 'FADE IN:|FADE UP:|FADE IN ON:|OPEN ON BLACK|OVER BLACK',
    transitions:
      'FADE OUT.|FADE TO BLACK.|FADE TO WHITE.|CUT TO BLACK.|CUT TO WHITE.|BLACKOUT.|DISSOLVE:|SMASH CUT:|' +
      'MATCH CUT:|JUMP CUT:|TIME CUT:|FLASH CUT:|IRIS OUT.|WIPE:|INTERCUT:|INTERCUT WITH:|BACK TO SCENE',
  },
  de: {
    openings: 'AUFBLENDE:|AUFBLENDE AUS SCHWARZ:|AUF SCHWARZ:',
    transitions:
      'SCHNITT AUF:|SCHNITT ZU:|SCHNITT:|ÜBERBLENDUNG:|ABBLENDE.|ABBLENDE INS SCHWARZE.|SCHWARZBLENDE.',
  },
  fr: {
    openings: "OUVERTURE EN FONDU:|OUVERTURE AU NOIR:|FONDU D'OUVERTURE:|FONDU À L'OUVERTURE:",
    transitions:
      'COUPE SUR:|COUPE À:|CUT:|FONDU ENCHAÎNÉ:|FONDU AU NOIR.|FONDU AU BLANC.|FERMETURE AU NOIR.|FONDU DE FERMETURE.',
  },
  es: {
    openings: 'FUNDIDO DE APERTURA:|FUNDIDO DE ENTRADA:|ABRE DE NEGRO:|ABRE A:',
    transitions:
      'CORTE A:|CORTA A:|FUNDIDO ENCADENADO:|FUNDIDO A NEGRO.|FUNDIDO A BLANCO.|FUNDE A NEGRO.|DISUELVE A:',
  },
  it: {
    openings: 'DISSOLVENZA IN APERTURA:|DISSOLVENZA DAL NERO:|DAL NERO:',
    transitions:
      'STACCO SU:|STACCO:|DISSOLVENZA INCROCIATA:|DISSOLVENZA SU:|DISSOLVENZA IN CHIUSURA.|DISSOLVENZA A NERO.',
  },
  pt: {
    openings: 'ABERTURA EM FADE:|ABRE DO PRETO:|FUSÃO DE ABERTURA:',
    transitions: 'CORTA PARA:|CORTE PARA:|FUSÃO PARA:|FADE PARA PRETO.|ESCURECIMENTO.|CORTA PARA PRETO.',
  },
  pl: {
    openings: 'ROZJAŚNIENIE:|ROZJAŚNIENIE OBRAZU:|Z CZERNI:',
    transitions: 'CIĘCIE DO:|CIĘCIE:|PRZENIKANIE:|PRZENIKANIE DO:|ŚCIEMNIENIE.|WYCIEMNIENIE.',
  },
  ru: {
    openings: 'ИЗ ЗАТЕМНЕНИЯ:|ИЗ ЗТМ:|ИЗ ЧЕРНОГО:',
    transitions: 'СКЛЕЙКА:|ПЕРЕХОД К:|СМЕНА КАДРА:|НАПЛЫВ:|ЗАТЕМНЕНИЕ.|ЗТМ.|В ЗАТЕМНЕНИЕ.',
  },
  tr: {
    openings: 'AÇILMA:|KARARMADAN AÇILMA:|SİYAHTAN AÇILMA:',
    transitions: 'KESME:|KES:|GEÇİŞ:|ZİNCİRLEME:|ZİNCİRLEME GEÇİŞ:|KARARMA.|SİYAHA KARARMA.',
  },
  nl: {
    openings: 'INFADEN:|FADE-IN:|VANUIT ZWART:',
    transitions: 'SNIJ NAAR:|OVERGANG NAAR:|OVERVLOEIER NAAR:|FADE-OUT.|UITFADEN.|NAAR ZWART.',
  },
  sv: {
    openings: 'UPPTONING:|TONA IN:|TONAR IN:',
    transitions: 'KLIPP TILL:|KLIPP:|ÖVERTONING TILL:|ÖVERTONING:|NEDTONING.|TONA UT.|TONAR UT.',
  },
  hi: {
    openings: 'फेड इन:|फ़ेड इन:',
    transitions: 'कट टू:|डिज़ॉल्व टू:|डिजॉल्व टू:|फेड आउट.|फ़ेड आउट.|फेड टू ब्लैक.',
  },
  'hi-Latn': { openings: 'PARDA KHULTA HAI:', transitions: 'DRISHYA SAMAPT.' },
  zh: {
    openings: '淡入：|黑屏：|渐显：|漸顯：',
    transitions:
      '切至：|切到：|切：|叠化：|叠化至：|淡出。|切黑。|转场：|渐隐。|疊化：|疊化至：|轉場：|漸隱。',
  },
  ja: {
    openings: 'フェードイン|Ｆ・Ｉ|F・I|F.I.|溶明',
    transitions:
      'カット|ディゾルブ|オーバーラップ|Ｏ・Ｌ|O・L|O.L.|フェードアウト|Ｆ・Ｏ|F・O|F.O.|暗転|溶暗',
  },
};
