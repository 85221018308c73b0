import type { SpelledLanguage } from '#screenplay/language/scriptLanguage.ts';
import { dictionaryFiles } from './dictionaries.ts';
import type { FromSpeller, ToSpeller } from './spellingMessages.ts';

/** The part of a worker that is used here. */
export interface SpellingWorker {
  postMessage: (message: ToSpeller) => void;
  addEventListener: (type: 'message', listener: (event: { data: FromSpeller }) => void) => void;
  terminate: () => void;
}

/** Maximum number of words whose result is remembered. */
const maxRemembered = 50_000;

/** Checks words in a worker and remembers the results. Text never leaves the browser. */
export class Speller {
  readonly language: SpelledLanguage;
  readonly #worker: SpellingWorker;
  /** Whether each checked word is wrong. */
  readonly #results = new Map<string, boolean>();
  readonly #waiting = new Map<number, (message: FromSpeller) => void>();
  #lastId = 0;
  /** The dictionary could not be loaded, so nothing counts as wrong. */
  hasFailed = false;

  constructor(language: SpelledLanguage, worker: SpellingWorker = startWorker()) {
    this.language = language;
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => this.#receive(data));
    worker.postMessage({ type: 'open', files: dictionaryFiles(language) });
  }

  /** Return whether a word is wrong; undefined before it was checked. */
  isWrong(word: string): boolean | undefined {
    return this.hasFailed ? false : this.#results.get(word);
  }

  /** Check words, so that `isWrong` knows them. */
  async check(words: readonly string[]): Promise<void> {
    const unknown = [...new Set(words)].filter((word) => this.isWrong(word) === undefined);
    if (unknown.length === 0) return;
    const reply = await this.#ask((id) => ({ type: 'check', id, words: unknown }));
    if (reply.type !== 'checked') return;
    if (this.#results.size > maxRemembered) this.#results.clear();
    for (const word of unknown) this.#results.set(word, false);
    for (const word of reply.wrong) this.#results.set(word, true);
  }

  async suggest(word: string): Promise<string[]> {
    const reply = await this.#ask((id) => ({ type: 'suggest', id, word }));
    return reply.type === 'suggested' ? reply.suggestions : [];
  }

  close(): void {
    this.#worker.terminate();
    this.#fail();
  }

  #ask(make: (id: number) => ToSpeller): Promise<FromSpeller> {
    if (this.hasFailed) return Promise.resolve({ type: 'failed' });
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<FromSpeller>();
    this.#waiting.set(id, resolve);
    this.#worker.postMessage(make(id));
    return promise;
  }

  #receive(message: FromSpeller): void {
    if (message.type === 'failed') this.#fail();
    else {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
  }

  #fail(): void {
    this.hasFailed = true;
    for (const resolve of this.#waiting.values()) resolve({ type: 'failed' });
    this.#waiting.clear();
  }
}

function startWorker(): SpellingWorker {
  return new Worker(new URL('./spelling.worker.ts', import.meta.url), { type: 'module' });
}
