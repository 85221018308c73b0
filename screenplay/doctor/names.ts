import { speakerKey } from '../cue.ts';

// What a name of more than one word may hold that is no name by itself.
const noName = new Set(
  `THE A AN OF AND MR MRS MS DR SIR OLD YOUNG LITTLE BIG FIRST SECOND THIRD MAN WOMAN BOY GIRL VOICE NO ONE TWO
   SAINT LADY LORD HER HIS WITH IN ON AT FOR TO`.split(/\s+/),
);
const part = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** The words by which a text may call somebody: the whole name, and its parts that are names themselves. */
export function callsOf(name: string): string[] {
  const parts = name.match(part) ?? [];
  const own = parts.filter((each) => each.length > 2 && !noName.has(each.toUpperCase()) && !/^\d+$/.test(each));
  return [...new Set([name, ...own])];
}

/** Finds names in texts: as they are written in capitals, or with a capital letter ("MARA", "Mara", "McAvoy"). */
export class NameFinder {
  readonly #keys = new Map<string, string>();
  readonly #pattern: RegExp | null;

  /** Names by key; of two people with one name part, that part names neither. */
  constructor(names: ReadonlyMap<string, string>) {
    const shared = new Set<string>();
    for (const [key, name] of names) {
      for (const call of callsOf(name)) {
        const known = speakerKey(call);
        if (this.#keys.has(known) && this.#keys.get(known) !== key) shared.add(known);
        else this.#keys.set(known, key);
      }
    }
    for (const [key, name] of names) {
      this.#keys.set(speakerKey(name), key);
      shared.delete(speakerKey(name));
    }
    for (const call of shared) this.#keys.delete(call);
    const calls = [...this.#keys.keys()].sort((a, b) => b.length - a.length).map(escaped);
    const edge = '[\\p{L}\\p{N}]';
    this.#pattern =
      calls.length === 0 ? null : new RegExp(`(?<!${edge})(?:${calls.join('|')})(?!${edge})`, 'giu');
  }

  /** Whether a text, whole, calls one of the people. */
  has(text: string): boolean {
    return this.#keys.has(speakerKey(text));
  }

  /** Who is named in a text, with places. Names in small letters do not count. */
  in(text: string): { key: string; from: number; to: number }[] {
    if (this.#pattern === null) return [];
    const found: { key: string; from: number; to: number }[] = [];
    for (const { index, 0: call } of text.matchAll(this.#pattern)) {
      const key = this.#keys.get(speakerKey(call));
      if (key === undefined || /^\p{Ll}/u.test(call)) continue;
      found.push({ key, from: index, to: index + call.length });
    }
    return found;
  }

  /** As `in`, with names in small letters too: for questions, which people type in a hurry. */
  asked(text: string): string[] {
    const found = Array.from(text.matchAll(this.#pattern ?? /$^/g), ({ 0: call }) => this.#keys.get(speakerKey(call)));
    return [...new Set(found.filter((key) => key !== undefined))];
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/'/g, "['’]");
}
