import { speakerKey } from '../cue.ts';

// What a name of more than one word may hold that is no name by itself.
const noName = new Set(
  `THE A AN OF AND MR MRS MS DR SIR OLD YOUNG LITTLE BIG FIRST SECOND THIRD MAN WOMAN BOY GIRL VOICE NO ONE TWO
   SAINT LADY LORD HER HIS WITH IN ON AT FOR TO`.split(/\s+/),
);
const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const possessive = /['’]S$/;

/** Longer cues are no names but lines that slipped into the wrong type. */
const maxNameLength = 100;

/** The words by which a text may call somebody: the whole name, and its parts that are names themselves. */
export function namesCalled(name: string): string[] {
  return name.length > maxNameLength ? [] : [...new Set([name, ...ownWordsOf(name)])];
}

/** The words of a name that are names themselves, in their order: no titles, articles or figures. */
export function ownWordsOf(name: string): string[] {
  const parts = name.match(word) ?? [];
  return parts.filter((each) => each.length > 2 && !noName.has(each.toUpperCase()) && !/^\d+$/.test(each));
}

/** Where somebody is named in a text. */
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

/** Finds names in texts: written in capitals or with a capital letter ("MARA", "Mara's", "McAvoy"). */
export class NameFinder {
  readonly #calls = new Map<string, string>();
  /** By their first word, longest first. */
  readonly #byFirst = new Map<string, Call[]>();

  /** Names by key; a part that two people share names neither. */
  constructor(names: ReadonlyMap<string, string>) {
    const shared = new Set<string>();
    for (const [key, name] of names) {
      for (const call of namesCalled(name).map(normal)) {
        if (this.#calls.has(call) && this.#calls.get(call) !== key) shared.add(call);
        else this.#calls.set(call, key);
      }
    }
    for (const [key, name] of names) {
      if (name.length > maxNameLength) continue;
      // "MARA:", a slip, does not take the name from MARA.
      if (normal(name) === key || !this.#calls.has(normal(name))) this.#calls.set(normal(name), key);
      shared.delete(normal(name));
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

  /** Whether a text, whole, calls one of the people. */
  has(text: string): boolean {
    const call = normal(text);
    return call !== '' && this.#calls.has(call);
  }

  /** Who is named in a text, with places. Names in small letters do not count. */
  in(text: string): NameOccurrence[] {
    return /\p{Lu}/u.test(text) ? this.#find(text, false) : [];
  }

  /** Who is named in a question, in order; small letters count, since people type in a hurry. */
  asked(text: string): string[] {
    return [...new Set(this.#find(text, true).map(({ key }) => key))];
  }

  #find(text: string, withSmall: boolean): NameOccurrence[] {
    const words = [...text.matchAll(word)];
    const found: NameOccurrence[] = [];
    for (let at = 0; at < words.length; at++) {
      const first = words[at] as RegExpExecArray;
      if (!withSmall && !/^[\p{Lu}\p{N}]/u.test(first[0])) continue;
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

/** The words of a name in capitals, one space between. */
function normal(name: string): string {
  return (speakerKey(name).match(word) ?? []).join(' ');
}
