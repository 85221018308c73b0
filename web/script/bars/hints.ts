import type { ElementKeys } from '#screenplay/flow.ts';
import type { ActiveLine } from '#web/scriptEditor/line/activeLine.ts';
import { isBlank } from '#web/scriptSync/lineEdits.ts';

/** Target of the keyboard, and permissions. */
interface KeyboardState {
  live: ActiveLine | null;
  isBelow: boolean;
  /** Number of selected elements; 0 without a selection. */
  selectedCount: number;
  isOnElement: boolean;
  canWrite: boolean;
  canComment: boolean;
  elementKeys: ElementKeys;
}

/** Return the label of a selection of several elements, or of keyboard mode. */
export function keyboardModeLabel({ selectedCount, isOnElement }: KeyboardState): string | null {
  if (selectedCount > 0) return `${selectedCount.toLocaleString('en-US')} elements selected`;
  return isOnElement ? 'Keyboard mode' : null;
}

/** The status line while the title page is edited. */
export const onTitlePage = {
  type: null,
  position: null,
  mode: 'Title page',
  hints: [
    { key: 'Tab', label: 'next field' },
    { key: 'Esc', label: 'leave' },
  ],
};

export const leaveFocusMode = [{ key: 'Esc', label: 'leave focus mode' }];

/** Return the keys for the present state. */
export function keyHints(state: KeyboardState) {
  const { live, isBelow, selectedCount, isOnElement, canWrite, canComment, elementKeys } = state;
  if (live || isBelow)
    return [
      { key: 'Enter', label: live?.base === null && isBlank(live) ? 'close' : 'next' },
      // With the keys of Fountain, Tab changes an empty line only.
      { key: 'Tab', label: elementKeys === 'fountain' ? 'character' : 'type' },
      { key: 'Esc', label: live?.explicitBase ? 'cancel' : live ? 'keyboard mode' : 'leave' },
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
