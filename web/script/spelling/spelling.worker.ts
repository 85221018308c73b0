import { createHunspellFromStrings, type Hunspell } from 'hunspell-wasm';
import { isSpelledCorrectly } from '#screenplay/language/spellableWords.ts';
import type { DictionaryFiles } from './dictionaries.ts';
import { type FromSpeller, maxSuggestions, type ToSpeller } from './spellingMessages.ts';

/** The part of the worker's global scope that is used here. */
interface SpellerScope {
  postMessage: (message: FromSpeller) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToSpeller>) => void) => void;
}
const scope = self as unknown as SpellerScope;

let opened: Promise<Hunspell> | null = null;

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'open') opened = openDictionary(data.files);
  opened?.then((hunspell) => answer(hunspell, data)).catch(() => scope.postMessage({ type: 'failed' }));
});

function answer(hunspell: Hunspell, message: ToSpeller): void {
  if (message.type === 'check') {
    const accepts = (form: string) => hunspell.testSpelling(form);
    const wrong = message.words.filter((word) => !isSpelledCorrectly(word, accepts));
    scope.postMessage({ type: 'checked', id: message.id, wrong });
  } else if (message.type === 'suggest') {
    const suggestions = hunspell.getSpellingSuggestions(message.word).slice(0, maxSuggestions);
    scope.postMessage({ type: 'suggested', id: message.id, suggestions });
  }
}

async function openDictionary({ affixes, words }: DictionaryFiles): Promise<Hunspell> {
  const texts = await Promise.all([affixes, words].map(readText));
  return createHunspellFromStrings(texts[0] ?? '', texts[1] ?? '');
}

async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}
