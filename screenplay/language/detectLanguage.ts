import { defaultLanguage, type ScriptLanguage } from './scriptLanguage.ts';

/** Frequent short words that few other languages have. */
const frequentWords: Partial<Record<ScriptLanguage, string>> = {
  'en-US': 'the and of to is it you that with what on for his her he she they this not are was',
  de: 'der die das und ist nicht ich du sie er ein eine auf mit zu den dem wir was auch sich von',
  fr: 'le la les et est une des dans que qui pas je tu il elle vous nous sur avec pour ce au',
  es: 'el la los las y es una que no en por con se lo su para un del yo tú pero está',
  it: 'il lo gli e è una che non di con per si sono un della nel ma io tu lei questo come',
  'pt-BR': 'o os as e é uma que não em com se para um do da no na você ele ela mas está',
  pl: 'i w na się nie to jest z że do jak co ale po ja ty on ona tak już mnie go',
  tr: 've bir bu da de için ne ben sen o mı mi değil çok var yok gibi ama daha şey',
  nl: 'de het een en van ik je dat is niet in op te zijn met die voor maar er hij ze',
  sv: 'och att det i på är som en inte jag du han hon vi den för med av men till ett',
  'hi-Latn': 'hai nahi nahin kya mein ki ke ko se aur tum main woh yeh kar raha rahi ho hain bhi',
};

const sets = Object.entries(frequentWords).map(
  ([language, words]) => [language as ScriptLanguage, new Set(words.split(' '))] as const,
);

/** Writing systems that one of our languages has, as ranges of code points of a first letter. */
const writingSystems: readonly [language: ScriptLanguage, from: number, to: number][] = [
  ['ru', 0x400, 0x4ff],
  ['hi', 0x900, 0x97f],
  ['ja', 0x3040, 0x30ff],
  ['zh', 0x3400, 0x9fff],
];
const kana = /[\u3040-\u30ff]/;
/** Letters of Ukrainian and Belarusian that Russian lacks. */
const notRussian = /[іїєґў]/;
/** A letter of Marathi, and frequent words of Marathi and Nepali that Hindi lacks. */
const notHindi = /ळ|^(?:आहे|आहेत|आणि|नाही|मी|आम्ही|माझे|छ|छन्|छैन|र|गर्छ|थियो|तिमी|हामी)$/;
/** Share of such words in a writing system above which it is that of another language. */
const maxForeignShare = 0.05;
/** Letters of Chinese and Japanese that count as one word, which is not separated. */
const lettersAWord = 2;

const minWords = 12;
/** Minimum share of the frequent words among all; about a fifth is usual. */
const minShare = 0.07;
const maxWords = 3000;

/**
 * Return the language of texts by their writing system or frequent words, read until it is certain.
 * English where there are too few of them.
 */
export function detectLanguage(texts: Iterable<string>): ScriptLanguage {
  const counts = new Map<ScriptLanguage, number>();
  const count = (language: ScriptLanguage, words: number) =>
    counts.set(language, (counts.get(language) ?? 0) + words);
  const foreign = new Map<ScriptLanguage, number>();
  let read = 0;
  for (const text of texts) {
    for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
      const first = word.charCodeAt(0);
      const system = writingSystems.find(([, from, to]) => first >= from && first <= to)?.[0];
      const words = system === 'zh' || system === 'ja' ? Math.ceil(word.length / lettersAWord) : 1;
      read += words;
      if (system && isOfOther(system, word)) foreign.set(system, (foreign.get(system) ?? 0) + 1);
      if (system) count(system === 'zh' && kana.test(word) ? 'ja' : system, words);
      else for (const [language, frequent] of sets) if (frequent.has(word)) count(language, 1);
    }
    if (read > maxWords) break;
  }
  for (const [system, words] of foreign)
    if (words > (counts.get(system) ?? 0) * maxForeignShare) counts.delete(system);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  const isCertain = best !== undefined && read >= minWords && best[1] >= read * minShare;
  return isCertain ? best[0] : defaultLanguage;
}

/** Return whether a word is of another language with the same writing system. */
function isOfOther(system: ScriptLanguage, word: string): boolean {
  if (system === 'ru') return notRussian.test(word);
  return system === 'hi' && notHindi.test(word);
}
