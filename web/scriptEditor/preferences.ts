import {
  type AfterDialogue,
  afterDialogueTypes,
  defaultAfterDialogue,
  type ElementKeys,
} from '#screenplay/flow.ts';
import { storedValue } from '#web/lib/storage.ts';

/** Preferences for the keys, stored in the browser for every script (decision OQ-58). */
export interface Preferences {
  elementKeys: ElementKeys;
  afterDialogue: AfterDialogue;
}

export const preferencesKey = 'script-preferences';

export const writingPreferences = storedValue<Preferences>(preferencesKey, (value) => {
  const stored: Partial<Record<keyof Preferences, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  return {
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
