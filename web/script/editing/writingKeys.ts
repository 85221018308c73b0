import type { KeyboardEvent } from 'react';
import { type FlowStep, flowStep, isAtStart, splitStep } from '#screenplay/flow.ts';
import { batch } from '#web/lib/store.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { Going } from '../desk/going.ts';
import type { DeskNodes } from '../desk/nodes.ts';
import type { ScriptPages } from '../desk/pagesStore.ts';
import type { TextRange } from '../field/liveText.ts';
import { pressedCommand, pressedTextKey } from '../keys/keys.ts';
import { currentPreferences } from '../preferences/preferences.ts';
import { type Movement, movementOf } from '../selection/moving.ts';
import type { SelectionOnDesk } from '../selection/selecting.ts';
import { styleOfKey } from '../selection/selectionKeys.ts';
import type { ScriptEditing } from './editing.ts';
import { isBlank, isUnsavedLine, type Live } from './live.ts';
import { createSplitting } from './splitting.ts';
import type { Writing } from './writing.ts';

interface WritingKeysInput {
  nodes: DeskNodes;
  changes: ScriptChanges;
  writing: Writing;
  pages: ScriptPages;
  selecting: SelectionOnDesk;
  going: Going;
  editing: ScriptEditing;
}

/** What the keys do in the line being written (docs/spec/script.md, decision OQ-58). */
export function createWritingKeys(desk: WritingKeysInput) {
  const { changes, writing, selecting, going } = desk;
  const { split, joinBefore, joinAfter } = createSplitting(desk);
  const { field, typePicker } = desk.nodes;
  return {
    /** True: the key was ours. What it does to several stores is drawn once. */
    onKey: (event: KeyboardEvent) => batch(() => onKey(event)),
    /** As Enter at the end of the line. */
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
        if (isCaret && isFirst(live) && isAtStart({ type: live.type, text: live.text.text, caret })) {
          writing.openNew(null, 'action');
          return true;
        }
        return step(live, 'Enter', caret);
      case 'split':
        return go(live, splitStep({ type: live.type, text: live.text.text, caret: range.end }), range.end);
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

  function command(event: KeyboardEvent, live: Live, { start, end }: TextRange): boolean {
    const style = styleOfKey(event);
    if (style) {
      field.current?.toggle(style);
      return true;
    }
    switch (pressedCommand(event, ['selectAll', 'undo', 'redo'])) {
      case 'selectAll':
        // The element first, which is the browser's to select, and then the script.
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

  /** What was typed is the browser's to undo; before that, the script's. */
  function goBack(live: Live, step: () => void): boolean {
    if (isUnsavedLine(live) || (live.base !== null && isBlank(live))) return false;
    writing.close();
    step();
    return true;
  }

  function step(live: Live, key: 'Enter' | 'Tab' | 'Shift+Tab', caret: number): boolean {
    const { elementKeys, afterDialogue } = currentPreferences();
    const state = { type: live.type, text: live.text.text, caret };
    return go(live, flowStep(elementKeys, key, state, afterDialogue), caret);
  }

  function go(live: Live, next: FlowStep, caret: number): boolean {
    switch (next.does) {
      case 'change':
        writing.setType(next.type);
        return true;
      case 'add': {
        const id = writing.save();
        if (id !== null) writing.openNew(id, next.type);
        return true;
      }
      case 'split':
        split(live, caret);
        return true;
      case 'save':
        going.focusOn(writing.save());
        return true;
      case 'close':
        writing.close();
        going.focusOn(live.base === null ? live.afterId : live.id);
        return true;
      case 'chooseType':
        typePicker.current?.querySelector<HTMLElement>(':checked')?.focus();
        return true;
      case 'chooseExtension':
        field.current?.replace(
          { ...live.text, text: `${live.text.text.trimEnd()} (` },
          live.text.text.trimEnd().length + 2,
        );
        return true;
      case 'nothing':
        return true;
    }
  }

  /** Above the first line of the script Enter makes room for another. */
  function isFirst(live: Live): boolean {
    return live.base !== null && changes.elements()[0]?.id === live.id;
  }

  /** Within the text the caret is the browser's; up and down, and beyond the ends of the text, it is the script's. */
  function move(movement: Movement, isExtended: boolean, live: Live, range: TextRange): boolean {
    const head = range.isBackward ? range.start : range.end;
    const isFree = isExtended || range.start === range.end;
    const isOwn =
      movement === 'lineStart' || movement === 'lineEnd'
        ? false
        : movement === 'left' || movement === 'wordLeft'
          ? isFree && head === 0
          : movement === 'right' || movement === 'wordRight'
            ? isFree && head === live.text.text.length
            : true;
    if (isOwn) selecting.move(movement, isExtended);
    return isOwn;
  }
}

export type WritingKeys = ReturnType<typeof createWritingKeys>;
