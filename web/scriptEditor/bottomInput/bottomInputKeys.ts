import type { KeyboardEvent } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import type { ElementKeys, FlowKey } from '#screenplay/flow.ts';
import type { Style } from '#screenplay/styled.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import type { TextRange } from '../field/liveText.ts';
import { pressedCommand, pressedTextKey, typeOfKey } from '../keys/keys.ts';
import { type Movement, movementOf } from '../selection/moving.ts';
import { styleOfKey } from '../selection/selectionKeys.ts';

export type BottomInputAction =
  | { type: 'flow'; key: FlowKey; caret: number }
  | { type: 'split'; caret: number }
  | { type: 'type'; elementType: ElementType }
  | { type: 'style'; style: Style }
  | { type: 'move'; movement: Movement }
  | { type: 'leave' | 'undo' | 'redo' };

/** Movements that may leave the text backwards. */
const backwards: readonly Movement[] = ['left', 'wordLeft', 'elementStart'];

/** Return the action of a key in the bottom input; null if the browser handles it. */
export function bottomInputActionFor(
  event: KeyboardEvent,
  text: string,
  lines: readonly { from: number; to: number }[],
  { start, end }: TextRange,
  elementKeys: ElementKeys,
): BottomInputAction | null {
  if (isComposingKey(event)) return null;
  const movement = event.shiftKey ? null : movementOf(event);
  if (movement) return leavesText(movement, lines, start, end) ? { type: 'move', movement } : null;
  const elementType = typeOfKey(event, elementKeys);
  if (elementType) return { type: 'type', elementType };
  const style = styleOfKey(event);
  if (style) return { type: 'style', style };
  const step = pressedCommand(event, ['undo', 'redo']);
  if (step) return { type: step };
  switch (pressedTextKey(event)) {
    case 'split':
      return { type: 'split', caret: end };
    case 'tab':
      return { type: 'flow', key: 'Tab', caret: end };
    case 'backTab':
      return { type: 'flow', key: 'Shift+Tab', caret: end };
    case 'enter':
      return { type: 'flow', key: 'Enter', caret: end };
    case 'escape':
      return { type: 'leave' };
    case 'backspace':
      return text === '' ? { type: 'move', movement: 'left' } : null;
    default:
      return null;
  }
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
