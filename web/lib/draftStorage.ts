/** Drafts in browsers that deny storage; they last until the page is closed. */
const unstored = new Map<string, unknown>();

/** Form drafts of one kind, each under the key of its form. */
export interface DraftStorage<Words> {
  of: (key: string) => Words | null;
  /** Store a draft; null removes it. */
  keep: (key: string, words: Words | null) => void;
}

/**
 * Create a storage for drafts of forms within a view. The tab stores them, also when the view is
 * closed or the page reloaded. `isWords` validates stored content: it may be from an older version
 * or another user.
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

/** Return the draft of one form, as useForm needs it. */
export function draftSlot<Words>({ of, keep }: DraftStorage<Words>, key: string) {
  return { read: () => of(key), write: (words: Words | null) => keep(key, words) };
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null; // storage is off, or the content is not ours
  }
}

/** Create a validator for objects that have these text fields. */
export function hasTextFields<Field extends string>(...fields: Field[]) {
  return (stored: unknown): stored is Record<Field, string> => {
    if (typeof stored !== 'object' || stored === null) return false;
    const known = new Map<string, unknown>(Object.entries(stored));
    return fields.every((field) => typeof known.get(field) === 'string');
  };
}
