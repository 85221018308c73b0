import { isBlank, type Live } from '../editing/live.ts';

/** Where the keyboard is, and what may be done. */
interface KeyboardState {
  live: Live | null;
  isBelow: boolean;
  /** How many elements are selected; 0 for none. */
  selectedCount: number;
  isOnElement: boolean;
  canWrite: boolean;
  canComment: boolean;
}

/** Of a selection over several elements, and of keyboard mode. */
export function modeOf({ selectedCount, isOnElement }: KeyboardState): string | null {
  if (selectedCount > 0) return `${selectedCount.toLocaleString('en-US')} elements selected`;
  return isOnElement ? 'Keyboard mode' : null;
}

export const leaveFocusMode = [{ key: 'Esc', does: 'leave focus mode' }];

/** The keys that matter now. */
export function hintsOf({ live, isBelow, selectedCount, isOnElement, canWrite, canComment }: KeyboardState) {
  if (live || isBelow)
    return [
      { key: 'Enter', does: live?.base === null && isBlank(live) ? 'close' : 'next' },
      { key: 'Tab', does: 'type' },
      { key: 'Esc', does: live ? 'cancel' : 'leave' },
    ];
  if (selectedCount > 0)
    return [...(canWrite ? [{ key: 'Del', does: 'delete' }] : []), { key: 'Esc', does: 'keyboard mode' }];
  if (!isOnElement) return [{ key: '?', does: 'keys' }];
  return [
    { key: '↑ ↓', does: 'move' },
    ...(canWrite ? [{ key: 'Enter', does: 'edit' }] : []),
    ...(canWrite ? [{ key: 'Shift+Enter', does: 'add' }] : []),
    { key: 'Space', does: 'play' },
    ...(canComment
      ? [
          { key: 'C', does: 'comment' },
          { key: 'A', does: 'ask' },
          { key: 'S', does: 'suggestions' },
        ]
      : []),
    { key: 'Esc', does: 'leave' },
  ];
}
