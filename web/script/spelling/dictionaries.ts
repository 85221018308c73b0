import type { SpelledLanguage } from '#screenplay/language/scriptLanguage.ts';

/** Addresses of the files of a hunspell dictionary, which our own server has. */
export interface DictionaryFiles {
  affixes: string;
  words: string;
}

// The packages export no paths, and Vite needs each address as a constant.
const files: Record<SpelledLanguage, DictionaryFiles> = {
  'en-US': {
    affixes: new URL('../../../node_modules/dictionary-en/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-en/index.dic', import.meta.url).href,
  },
  'en-GB': {
    affixes: new URL('../../../node_modules/dictionary-en-gb/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-en-gb/index.dic', import.meta.url).href,
  },
  de: {
    affixes: new URL('../../../node_modules/dictionary-de/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-de/index.dic', import.meta.url).href,
  },
  fr: {
    affixes: new URL('../../../node_modules/dictionary-fr/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-fr/index.dic', import.meta.url).href,
  },
  es: {
    affixes: new URL('../../../node_modules/dictionary-es/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-es/index.dic', import.meta.url).href,
  },
  it: {
    affixes: new URL('../../../node_modules/dictionary-it/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-it/index.dic', import.meta.url).href,
  },
  'pt-BR': {
    affixes: new URL('../../../node_modules/dictionary-pt/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-pt/index.dic', import.meta.url).href,
  },
  'pt-PT': {
    affixes: new URL('../../../node_modules/dictionary-pt-pt/index.aff', import.meta.url).href,
    words: new URL('../../../node_modules/dictionary-pt-pt/index.dic', import.meta.url).href,
  },
};

export const dictionaryFiles = (language: SpelledLanguage): DictionaryFiles => files[language];
