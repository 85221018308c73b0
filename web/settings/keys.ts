import { isComposingKey } from '#web/lib/composition.ts';

/** Return whether the keys are Ctrl+S or Cmd+S. */
export function isSaveKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (isComposingKey(event)) return false;
  return key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
