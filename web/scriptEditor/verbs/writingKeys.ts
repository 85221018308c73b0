import type { KeyboardEvent } from 'react';
import { plainTextType } from '#screenplay/element.ts';
import { isAtStart, splitStep } from '#screenplay/flow.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { batch } from '#web/lib/store.ts';
import type { TextRange } from '../field/liveText.ts';
import { pressedCommand, pressedTextKey } from '../keys/keys.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import { type Movement, movementOf } from '../selection/moving.ts';
import type { EditorSelection } from '../selection/selecting.ts';
import { styleOfKey } from '../selection/selectionKeys.ts';
import type { ScriptEditing } from './editing.ts';
import { createSplitting } from './splitting.ts';
import { createWritingSteps, type WritingStepsInput } from './writingSteps.ts';

interface WritingKeysInput extends WritingStepsInput {
  selecting: EditorSelection;
  editing: ScriptEditing;
}

/** Create the key handlers of the active line (docs/spec/script.md, decision OQ-58). */
export function createWritingKeys(desk: WritingKeysInput) {
  const { changes, writing, selecting } = desk;
  const { joinBefore, joinAfter } = createSplitting(desk);
  const { step, go } = createWritingSteps(desk);
  const { field } = desk.nodes;
  return {
    /** Returns true if the key was handled. Its changes to several stores render once. */
    onKey: (event: KeyboardEvent) => batch(() => onKey(event)),
    /** Act as Enter at the end of the line. */
    goOn() {
      const live = writing.line.get();
      if (live) batch(() => step(live, 'Enter', live.text.text.length));
    },
  };

  function onKey(event: KeyboardEvent): boolean {
    const live = writing.line.get();
    if (!live || isComposingKey(event)) return false;
    const range = field.current?.selection() ?? { start: 0, end: 0 };
    const isCaret = range.start === range.end;
    const caret = range.start;
    const movement = movementOf(event);
    if (movement) return move(movement, event.shiftKey, live, range);
    switch (pressedTextKey(event)) {
      case 'enter':
        if (isCaret && isAtStart({ elementType: live.type, text: live.text.text, caret })) {
          writing.openNew(idBefore(live), plainTextType);
          return true;
        }
        return step(live, 'Enter', caret);
      case 'split':
        return go(
          live,
          splitStep({ elementType: live.type, text: live.text.text, caret: range.end }),
          range.end,
        );
      case 'tab':
        return step(live, 'Tab', caret);
      case 'backTab':
        return step(live, 'Shift+Tab', caret);
      case 'escape':
        if (live.explicitBase) desk.editing.cancel();
        else desk.editing.leave();
        return true;
      case 'backspace':
        return isCaret && caret === 0 && joinBefore(live);
      case 'delete':
        return isCaret && caret === live.text.text.length && joinAfter(live);
      default:
        return command(event, live, range);
    }
  }

  function command(event: KeyboardEvent, live: ActiveLine, { start, end }: TextRange): boolean {
    const style = styleOfKey(event);
    if (style) {
      field.current?.toggle(style);
      return true;
    }
    switch (pressedCommand(event, ['selectAll', 'undo', 'redo'])) {
      case 'selectAll':
        // Select the text of the element first, which the browser does, then the script.
        if (start > 0 || end < live.text.text.length) return false;
        selecting.selectAll();
        return true;
      case 'undo':
        desk.editing.undo();
        return true;
      case 'redo':
        desk.editing.redo();
        return true;
      case null:
        return false;
    }
  }

  /** Return the element before the line, behind which Enter at its start inserts a line. */
  function idBefore(live: ActiveLine): number | null {
    if (live.base === null) return live.afterId;
    const elements = changes.elements();
    return elements[elements.findIndex(({ id }) => id === live.id) - 1]?.id ?? null;
  }

  function move(movement: Movement, isExtended: boolean, live: ActiveLine, range: TextRange): boolean {
    const isOwn = leavesLine(movement, isExtended, live.text.text.length, range);
    if (isOwn) selecting.move(movement, isExtended);
    return isOwn;
  }
}

/** Return whether a movement leaves the line. Within the text the browser moves the caret. */
function leavesLine(movement: Movement, isExtended: boolean, length: number, range: TextRange): boolean {
  const head = range.isBackward ? range.start : range.end;
  const isFree = isExtended || range.start === range.end;
  switch (movement) {
    case 'lineStart':
    case 'lineEnd':
      return false;
    case 'left':
    case 'wordLeft':
      return isFree && head === 0;
    case 'right':
    case 'wordRight':
      return isFree && head === length;
    default:
      return true;
  }
}

export type WritingKeys = ReturnType<typeof createWritingKeys>;
