import {
  type AfterDialogue,
  afterDialogueTypes,
  defaultAfterDialogue,
  type ElementKeys,
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

export const preferencesKey = 'script-preferences';

export const writingPreferences = storedValue<Preferences>(preferencesKey, (value) => {
  const stored: Partial<Record<keyof Preferences, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  return {
    smartQuotes: stored.smartQuotes !== false,
    smartDashes: stored.smartDashes !== false,
    sentenceCapitals: stored.sentenceCapitals !== false,
    spelling: stored.spelling !== false,
    elementKeys: stored.elementKeys === 'finalDraft' ? 'finalDraft' : 'cycle',
    afterDialogue: afterDialogueTypes.find((type) => type === stored.afterDialogue) ?? defaultAfterDialogue,
  };
});

export function usePreferences(): Preferences & { set: (patch: Partial<Preferences>) => void } {
  return { ...writingPreferences.use(), set: setPreferences };
}

export function currentPreferences(): Preferences {
  return writingPreferences.get();
}

export function setPreferences(patch: Partial<Preferences>): void {
  writingPreferences.set({ ...writingPreferences.get(), ...patch });
}
