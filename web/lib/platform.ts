export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Return the keys that undo, as they are printed on the keyboard. */
export function undoKeyLabel(): string {
  return isMac() ? '⌘Z' : 'Ctrl+Z';
}
