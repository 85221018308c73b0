/** For browsers that refuse storage: the words then last as long as the page. */
const unstored = new Map<string, unknown>();

/** Words of one kind that are not saved yet, each under the key of its form. */
export interface DraftStorage<Words> {
  of: (key: string) => Words | null;
  /** Null: there is nothing to keep. */
  keep: (key: string, words: Words | null) => void;
}

/**
 * What is written in forms that lie in a view, not over it. The tab keeps it, also when the view goes away or the page
 * is loaded again. `isWords` judges whatever is stored: it may be of an older version, or of somebody else.
 */
export function createDraftStorage<Words>(
  isWords: (stored: unknown) => stored is Words,
): DraftStorage<Words> {
  return {
    of: (key) => {
      const kept = unstored.get(key) ?? stored(key);
      return isWords(kept) ? kept : null;
    },
    keep: (key, words) => {
      unstored.delete(key);
      try {
        if (words === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(words));
      } catch {
        if (words !== null) unstored.set(key, words); // storage is off or full
      }
    },
  };
}

/** Of one form: what useForm keeps. */
export function draftSlot<Words>({ of, keep }: DraftStorage<Words>, key: string) {
  return { read: () => of(key), write: (words: Words | null) => keep(key, words) };
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null; // storage is off, or what is there is not ours
  }
}

/** For `drafts`: an object that has these fields, all texts. */
export function hasTextFields<Field extends string>(...fields: Field[]) {
  return (stored: unknown): stored is Record<Field, string> => {
    if (typeof stored !== 'object' || stored === null) return false;
    const known = new Map<string, unknown>(Object.entries(stored));
    return fields.every((field) => typeof known.get(field) === 'string');
  };
}
