import { defaultLanguage, type ScriptLanguage } from './scriptLanguage.ts';

/** Frequent short words that few other languages have. */
const frequentWords: Partial<Record<ScriptLanguage, string>> = {
  'en-US': 'the and of to is it you that with what on for his her he she they this not are was',
  de: 'der die das und ist nicht ich du sie er ein eine auf mit zu den dem wir was auch sich von',
  fr: 'le la les et est une des dans que qui pas je tu il elle vous nous sur avec pour ce au',
  es: 'el la los las y es una que no en por con se lo su para un del yo tú pero está',
  it: 'il lo gli e è una che non di con per si sono un della nel ma io tu lei questo come',
  'pt-BR': 'o os as e é uma que não em com se para um do da no na você ele ela mas está',
};

const sets = Object.entries(frequentWords).map(
  ([language, words]) => [language as ScriptLanguage, new Set(words.split(' '))] as const,
);

const minWords = 12;
const maxWords = 3000;

/**
 * Return the language of texts by their frequent words, read until it is certain. English where
 * there are too few of them.
 */
export function detectLanguage(texts: Iterable<string>): ScriptLanguage {
  const counts = new Map<ScriptLanguage, number>();
  let read = 0;
  for (const text of texts) {
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      read++;
      for (const [language, words] of sets)
        if (words.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    if (read > maxWords) break;
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best && read >= minWords ? best[0] : defaultLanguage;
}
