import type { Suggestion } from '#shared/contract/assistant.ts';
import { type StoredValue, storedValue } from '#web/lib/storage.ts';

/** Maximum number of stored rejections; the oldest are dropped. */
const maxKept = 5000;

/**
 * Suggestions that this browser's user rejected in a project; they are not offered again while the
 * text is the same.
 */
export class RejectedStore {
  readonly #kept: StoredValue<readonly string[]>;

  constructor(projectId: number) {
    this.#kept = storedValue<readonly string[]>(`rejected suggestions ${projectId}`, (stored) =>
      Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [],
    );
  }

  readonly add = (suggestions: readonly Suggestion[]): void => {
    const marks = new Set([...this.#kept.get(), ...suggestions.map(markOf)]);
    this.#kept.set([...marks].slice(-maxKept));
  };

  /** Return the suggestions that were not rejected. */
  readonly left = (suggestions: readonly Suggestion[]): Suggestion[] => {
    const marks = new Set(this.#kept.get());
    return suggestions.filter((suggestion) => !marks.has(markOf(suggestion)));
  };
}

/** Return a 64-bit FNV-1a hash of a suggestion, so that its text is not stored. */
function markOf({ type, elementId, originalContent, suggestedContent }: Suggestion): string {
  const suggestion = JSON.stringify([type, originalContent.trim(), suggestedContent]);
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < suggestion.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(suggestion.charCodeAt(at))) * 0x100000001b3n);
  }
  return `${elementId} ${hash.toString(36)}`;
}
