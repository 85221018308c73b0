import type { KeyboardEvent } from 'react';
import { plainTextType } from '#screenplay/element.ts';
import { isAtStart, splitStep } from '#screenplay/flow.ts';
import { batch } from '#web/lib/store.ts';
import type { TextRange } from '../field/liveText.ts';
import { pressedCommand, pressedTextKey } from '../keys/keys.ts';
import { type ActiveLine, isBlank, isUnsavedLine } from '../line/activeLine.ts';
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
    if (!live || event.nativeEvent.isComposing) return false;
    const range = field.current?.selection() ?? { start: 0, end: 0 };
    const isCaret = range.start === range.end;
    const caret = range.start;
    const movement = movementOf(event);
    if (movement) return move(movement, event.shiftKey, live, range);
    switch (pressedTextKey(event)) {
      case 'enter':
        if (isCaret && isFirst(live) && isAtStart({ elementType: live.type, text: live.text.text, caret })) {
          writing.openNew(null, plainTextType);
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
        desk.editing.cancel();
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
        return goBack(live, desk.editing.undo);
      case 'redo':
        return goBack(live, desk.editing.redo);
      case null:
        return false;
    }
  }

  /** Undo typing by the browser first, then changes of the script. */
  function goBack(live: ActiveLine, step: () => void): boolean {
    if (isUnsavedLine(live) || (live.base !== null && isBlank(live))) return false;
    writing.close();
    step();
    return true;
  }

  /** Return whether the line is the first one, above which Enter inserts a line. */
  function isFirst(live: ActiveLine): boolean {
    return live.base !== null && changes.elements()[0]?.id === live.id;
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
