import type { KeyboardEvent } from 'react';
import { type Style, unstyled } from '#screenplay/styled.ts';
import { pressedCommand, pressedTextKey } from '../keys/keys.ts';
import type { KeyPress } from '../keys/shortcut.ts';
import { movementOf } from './moving.ts';
import type { EditorSelection } from './selecting.ts';

interface Actions {
  selecting: EditorSelection;
  canWrite: boolean;
  undo: () => void;
  redo: () => void;
}

const styleOfCommand = { bold: 'isBold', italic: 'isItalic', underline: 'isUnderlined' } as const;

/** Return the style that a key toggles. */
export function styleOfKey(event: KeyPress): Style | null {
  const command = pressedCommand(event, ['bold', 'italic', 'underline']);
  return command && styleOfCommand[command];
}

/** Handle a key while the selection spans several elements. Returns true if it was handled. */
export function selectionKey(event: KeyboardEvent, { selecting, canWrite, undo, redo }: Actions): boolean {
  const movement = movementOf(event);
  if (movement) {
    selecting.move(movement, event.shiftKey);
    return true;
  }
  const key = pressedTextKey(event);
  if (key === 'escape') {
    selecting.leave();
    return true;
  }
  const command = pressedCommand(event, ['selectAll', 'undo', 'redo']);
  if (command === 'selectAll') {
    selecting.selectAll();
    return true;
  }
  if (!canWrite) return false;
  if (command) {
    if (command === 'undo') undo();
    else redo();
    return true;
  }
  const style = styleOfKey(event);
  if (style) return selecting.toggleStyle(style);
  if (key === 'backspace' || key === 'delete') return selecting.typeOver(unstyled(''), 'Delete');
  return key === 'enter' && selecting.split();
}
