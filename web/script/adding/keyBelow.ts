import type { KeyboardEvent } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import type { ElementKeys, FlowKey } from '#screenplay/flow.ts';
import type { Style } from '#screenplay/styled.ts';
import type { TextRange } from '../field/liveText.ts';
import { typeOfKey } from '../keys/keys.ts';
import { type Movement, movementOf } from '../selection/moving.ts';
import { styleOfKey } from '../selection/selectionKeys.ts';

export type DoneBelow =
  | { is: 'flow'; key: FlowKey; caret: number }
  | { is: 'split'; caret: number }
  | { is: 'type'; type: ElementType }
  | { is: 'style'; style: Style }
  | { is: 'move'; movement: Movement }
  | { is: 'leave' | 'undo' | 'redo' };

/** Movements that leave the text, or would if there were nothing more of it that way. */
const backwards: readonly Movement[] = ['left', 'wordLeft', 'elementStart'];

/** What a key does in the line below the script; null for one that is the browser's. */
export function keyBelow(
  event: KeyboardEvent,
  text: string,
  lines: readonly { from: number; to: number }[],
  { start, end }: TextRange,
  elementKeys: ElementKeys,
): DoneBelow | null {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return null;
  const { key, shiftKey, altKey } = event;
  const isModified = event.ctrlKey || event.metaKey;
  const movement = shiftKey ? null : movementOf(event);
  if (movement) return leavesText(movement, lines, start, end) ? { is: 'move', movement } : null;
  const type = typeOfKey(event, elementKeys);
  if (type) return { is: 'type', type };
  if (isModified && key === 'Enter' && !shiftKey && !altKey) return { is: 'split', caret: end };
  if (isModified) return altKey ? null : modified(key.toLowerCase(), shiftKey, text);
  if (key === 'Tab' && !altKey) return { is: 'flow', key: shiftKey ? 'Shift+Tab' : 'Tab', caret: end };
  if (key === 'Enter' && !shiftKey) return { is: 'flow', key: 'Enter', caret: end };
  if (key === 'Escape') return { is: 'leave' };
  return key === 'Backspace' && text === '' ? { is: 'move', movement: 'left' } : null;
}

function modified(key: string, isShifted: boolean, text: string): DoneBelow | null {
  // What was typed is the browser's to undo; before that, the script's.
  if (text === '' && key === 'z') return { is: isShifted ? 'redo' : 'undo' };
  if (isShifted) return null;
  if (text === '' && key === 'y') return { is: 'redo' };
  const style = styleOfKey[key];
  return style ? { is: 'style', style } : null;
}

function leavesText(
  movement: Movement,
  lines: readonly { from: number; to: number }[],
  start: number,
  end: number,
): boolean {
  if (movement === 'scriptStart' || movement === 'pageUp') return true;
  if (movement === 'up') return start <= (lines[0]?.to ?? 0);
  return backwards.includes(movement) && start === 0 && end === 0;
}
