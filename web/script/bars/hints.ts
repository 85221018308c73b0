import type { ScriptDesk } from '../desk/useScriptDesk.ts';
import { isBlank } from '../editing/live.ts';

/** Of a selection over several elements, and of keyboard mode. */
export function modeOf({ selection, selecting, focus }: ScriptDesk): string | null {
  if (selection) return `${selecting.count.toLocaleString('en-US')} elements selected`;
  return focus.isOnElement ? 'Keyboard mode' : null;
}

export const leaveFocusMode = [{ key: 'Esc', does: 'leave focus mode' }];

/** The keys that matter now. */
export function hintsOf({ live, lineBelow, selection, focus, canWrite, canComment }: ScriptDesk) {
  if (live || lineBelow !== null)
    return [
      { key: 'Enter', does: live?.base === null && isBlank(live) ? 'close' : 'next' },
      { key: 'Tab', does: 'type' },
      { key: 'Esc', does: live ? 'cancel' : 'leave' },
    ];
  if (selection)
    return [...(canWrite ? [{ key: 'Del', does: 'delete' }] : []), { key: 'Esc', does: 'keyboard mode' }];
  if (!focus.isOnElement) return [{ key: '?', does: 'keys' }];
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
