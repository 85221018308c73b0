import { type ActiveLine, isBlank } from '#web/scriptEditor/line/activeLine.ts';

/** Where the keyboard is, and what may be done. */
interface KeyboardState {
  live: ActiveLine | null;
  isBelow: boolean;
  /** How many elements are selected; 0 for none. */
  selectedCount: number;
  isOnElement: boolean;
  canWrite: boolean;
  canComment: boolean;
}

/** Of a selection over several elements, and of keyboard mode. */
export function keyboardModeLabel({ selectedCount, isOnElement }: KeyboardState): string | null {
  if (selectedCount > 0) return `${selectedCount.toLocaleString('en-US')} elements selected`;
  return isOnElement ? 'Keyboard mode' : null;
}

export const leaveFocusMode = [{ key: 'Esc', label: 'leave focus mode' }];

/** The keys that matter now. */
export function keyHints({ live, isBelow, selectedCount, isOnElement, canWrite, canComment }: KeyboardState) {
  if (live || isBelow)
    return [
      { key: 'Enter', label: live?.base === null && isBlank(live) ? 'close' : 'next' },
      { key: 'Tab', label: 'type' },
      { key: 'Esc', label: live ? 'cancel' : 'leave' },
    ];
  if (selectedCount > 0)
    return [...(canWrite ? [{ key: 'Del', label: 'delete' }] : []), { key: 'Esc', label: 'keyboard mode' }];
  if (!isOnElement) return [{ key: '?', label: 'keys' }];
  return [
    { key: '↑ ↓', label: 'move' },
    ...(canWrite ? [{ key: 'Enter', label: 'edit' }] : []),
    ...(canWrite ? [{ key: 'Shift+Enter', label: 'add' }] : []),
    { key: 'Space', label: 'play' },
    ...(canComment
      ? [
          { key: 'C', label: 'comment' },
          { key: 'A', label: 'ask' },
          { key: 'S', label: 'suggestions' },
        ]
      : []),
    { key: 'Esc', label: 'leave' },
  ];
}
