import type { KeyboardEvent } from 'react';
import { type Style, unstyled } from '#screenplay/styled.ts';
import { movementOf } from './moving.ts';
import type { SelectionOnDesk } from './selecting.ts';

interface Actions {
  selecting: SelectionOnDesk;
  canWrite: boolean;
  undo: () => void;
  redo: () => void;
}

export const styleOfKey: Partial<Record<string, Style>> = {
  b: 'isBold',
  i: 'isItalic',
  u: 'isUnderlined',
};

/** What a key does while the selection reaches over several elements; true when it was ours. */
export function selectionKey(event: KeyboardEvent, { selecting, canWrite, undo, redo }: Actions): boolean {
  const movement = movementOf(event);
  if (movement) {
    selecting.move(movement, event.shiftKey);
    return true;
  }
  const key = event.key.toLowerCase();
  if (event.key === 'Escape') {
    selecting.leave();
    return true;
  }
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (key === 'a' && !event.shiftKey) selecting.selectAll();
    else if (!canWrite) return false;
    else if (key === 'z' && !event.shiftKey) undo();
    else if (key === 'z' || (key === 'y' && !event.shiftKey)) redo();
    else {
      const style = event.shiftKey ? undefined : styleOfKey[key];
      return style !== undefined && selecting.toggleStyle(style);
    }
    return true;
  }
  if (!canWrite || event.altKey) return false;
  if (event.key === 'Backspace' || event.key === 'Delete') return selecting.typeOver(unstyled(''), 'Delete');
  if (event.key === 'Enter') return selecting.split();
  return false;
}
