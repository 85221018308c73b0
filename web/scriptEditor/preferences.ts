import {
  type AfterDialogue,
  afterDialogueTypes,
  defaultAfterDialogue,
  defaultElementKeys,
  type ElementKeys,
  elementKeySets,
} from '#screenplay/flow.ts';
import type { TypingRules } from '#screenplay/language/smartTyping.ts';
import { storedValue } from '#web/lib/storage.ts';

/**
 * Preferences for keys, typing and spelling, stored in the browser for every script (decision
 * OQ-58).
 */
export interface Preferences extends TypingRules {
  /** Whether misspelled words are marked. */
  spelling: boolean;
  elementKeys: ElementKeys;
  afterDialogue: AfterDialogue;
}

/**
 * The preferences in this browser. The server has those of the keys for the user
 * (web/script/preferences/sendPreferences.ts).
 */
interface StoredPreferences extends Preferences {
  /** The keys were chosen in this browser, and the server has not acknowledged them. */
  isUnsent: boolean;
  /** User who had the keys last in this browser; null before the first one. */
  userId: string | null;
}

export const preferencesKey = 'script-preferences';

export const writingPreferences = storedValue<StoredPreferences>(preferencesKey, (value) => {
  const stored: Partial<Record<keyof StoredPreferences, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  const elementKeys = elementKeySets.find((keys) => keys === stored.elementKeys) ?? defaultElementKeys;
  const afterDialogue =
    afterDialogueTypes.find((type) => type === stored.afterDialogue) ?? defaultAfterDialogue;
  // Older versions stored the keys with every other preference, also those that nobody chose.
  const wasChosen = elementKeys !== defaultElementKeys || afterDialogue !== defaultAfterDialogue;
  return {
    smartQuotes: stored.smartQuotes !== false,
    smartDashes: stored.smartDashes !== false,
    sentenceCapitals: stored.sentenceCapitals !== false,
    spelling: stored.spelling !== false,
    elementKeys,
    afterDialogue,
    isUnsent: stored.isUnsent === undefined ? wasChosen : stored.isUnsent === true,
    userId: typeof stored.userId === 'string' ? stored.userId : null,
  };
});

export function usePreferences(): Preferences & { set: (patch: Partial<Preferences>) => void } {
  return { ...writingPreferences.use(), set: setPreferences };
}

export function currentPreferences(): Preferences {
  return writingPreferences.get();
}

export function setPreferences(patch: Partial<Preferences>): void {
  const now = writingPreferences.get();
  const hasKeys = patch.elementKeys !== undefined || patch.afterDialogue !== undefined;
  writingPreferences.set({ ...now, ...patch, isUnsent: now.isUnsent || hasKeys });
}
