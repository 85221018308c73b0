import {
  type AfterDialogue,
  afterDialogueTypes,
  defaultAfterDialogue,
  defaultElementKeys,
  type ElementKeys,
  elementKeySets,
} from '#screenplay/flow.ts';
import { storedValue } from '#web/lib/storage.ts';

/** Preferences for the keys, for every script (decision OQ-58). */
export interface Preferences {
  elementKeys: ElementKeys;
  afterDialogue: AfterDialogue;
}

/**
 * The preferences in this browser. The server has them for the user
 * (web/script/preferences/syncPreferences.ts).
 */
interface StoredPreferences extends Preferences {
  /** Chosen in this browser and not acknowledged by the server. */
  isUnsent: boolean;
}

export const preferencesKey = 'script-preferences';

export const writingPreferences = storedValue<StoredPreferences>(preferencesKey, (value) => {
  const stored: Partial<Record<keyof StoredPreferences, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  return {
    elementKeys: elementKeySets.find((keys) => keys === stored.elementKeys) ?? defaultElementKeys,
    afterDialogue: afterDialogueTypes.find((type) => type === stored.afterDialogue) ?? defaultAfterDialogue,
    // Older versions stored what was chosen, and nothing else.
    isUnsent: (stored.isUnsent ?? Object.keys(stored).length > 0) === true,
  };
});

export function usePreferences(): Preferences & { set: (patch: Partial<Preferences>) => void } {
  return { ...writingPreferences.use(), set: setPreferences };
}

export function currentPreferences(): Preferences {
  return writingPreferences.get();
}

export function setPreferences(patch: Partial<Preferences>): void {
  writingPreferences.set({ ...writingPreferences.get(), ...patch, isUnsent: true });
}
