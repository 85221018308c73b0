import { speakerKey } from '../cue.ts';

// Words that may occur in a longer name but are not names themselves.
const nonNameWords = new Set(
  `THE A AN OF AND MR MRS MS DR SIR OLD YOUNG LITTLE BIG FIRST SECOND THIRD MAN WOMAN BOY GIRL VOICE NO ONE TWO
   SAINT LADY LORD HER HIS WITH IN ON AT FOR TO`.split(/\s+/),
);
const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const possessive = /['’]S$/;

/** Longer cues are not names but lines with the wrong type. */
const maxNameLength = 100;

/**
 * Return the texts by which a character may be called: the whole name, and its words that are
 * names.
 */
export function namesCalled(name: string): string[] {
  return name.length > maxNameLength ? [] : [...new Set([name, ...ownWordsOf(name)])];
}

/**
 * Return the words of a name that are names themselves, in order, without titles, articles and
 * numbers.
 */
export function ownWordsOf(name: string): string[] {
  const parts = name.match(word) ?? [];
  return parts.filter(
    (each) => each.length > 2 && !nonNameWords.has(each.toUpperCase()) && !/^\d+$/.test(each),
  );
}

/** Occurrence of a character's name in a text. */
export interface NameOccurrence {
  key: string;
  from: number;
  to: number;
}

interface Call {
  key: string;
  /** In capitals. */
  words: string[];
}

/** Finder of names in texts, written in capitals or capitalised ("MARA", "Mara's", "McAvoy"). */
export class NameFinder {
  readonly #calls = new Map<string, string>();
  /** By their first word, longest first. */
  readonly #byFirst = new Map<string, Call[]>();

  /** Create a finder for names by key. Parts shared by two names match neither. */
  constructor(names: ReadonlyMap<string, string>) {
    const shared = new Set<string>();
    for (const [key, name] of names) {
      for (const call of namesCalled(name).map(normaliseName)) {
        if (this.#calls.has(call) && this.#calls.get(call) !== key) shared.add(call);
        else this.#calls.set(call, key);
      }
    }
    for (const [key, name] of names) {
      if (name.length > maxNameLength) continue;
      // The mistyped cue "MARA:" must not take the name from MARA.
      if (normaliseName(name) === key || !this.#calls.has(normaliseName(name)))
        this.#calls.set(normaliseName(name), key);
      shared.delete(normaliseName(name));
    }
    for (const call of shared) this.#calls.delete(call);
    for (const [call, key] of this.#calls) {
      const words = call.split(' ');
      const first = words[0] ?? '';
      if (first === '') continue;
      const calls = this.#byFirst.get(first) ?? [];
      calls.push({ key, words });
      this.#byFirst.set(first, calls);
    }
    for (const calls of this.#byFirst.values()) calls.sort((a, b) => b.words.length - a.words.length);
  }

  /** Return whether the whole text is a name or a part of one. */
  has(text: string): boolean {
    const call = normaliseName(text);
    return call !== '' && this.#calls.has(call);
  }

  /** Find the names in a text with their ranges. Names in lower case do not count. */
  in(text: string): NameOccurrence[] {
    return /\p{Lu}/u.test(text) ? this.#find(text, false) : [];
  }

  /**
   * Return the keys named in a question, in order. Lower case counts, since users often type it.
   */
  asked(text: string): string[] {
    return [...new Set(this.#find(text, true).map(({ key }) => key))];
  }

  #find(text: string, allowsLowerCase: boolean): NameOccurrence[] {
    const words = [...text.matchAll(word)];
    const found: NameOccurrence[] = [];
    for (let at = 0; at < words.length; at++) {
      const first = words[at] as RegExpExecArray;
      if (!allowsLowerCase && !/^[\p{Lu}\p{N}]/u.test(first[0])) continue;
      const call = this.#callAt(words, at);
      if (!call) continue;
      const last = words[at + call.words.length - 1] as RegExpExecArray;
      const length =
        possessive.test(upper(last[0])) && !possessive.test(call.words.at(-1) ?? '')
          ? last[0].length - 2
          : last[0].length;
      found.push({ key: call.key, from: first.index, to: last.index + length });
      at += call.words.length - 1;
    }
    return found;
  }

  #callAt(words: readonly RegExpExecArray[], at: number): Call | undefined {
    const first = upper(words[at]?.[0] ?? '');
    const candidates = this.#byFirst.get(first) ?? this.#byFirst.get(first.replace(possessive, ''));
    return candidates?.find(({ words: own }) =>
      own.every((each, index) => {
        const found = upper(words[at + index]?.[0] ?? '');
        return found === each || found.replace(possessive, '') === each;
      }),
    );
  }
}

function upper(text: string): string {
  return text.replaceAll('’', "'").toUpperCase();
}

/** Return the words of a name in capitals, separated by single spaces. */
function normaliseName(name: string): string {
  return (speakerKey(name).match(word) ?? []).join(' ');
}
