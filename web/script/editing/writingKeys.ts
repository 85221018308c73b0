import type { KeyboardEvent } from 'react';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { type FlowStep, flowStep, isAtStart, splitStep } from '#screenplay/flow.ts';
import { joinStyled, splitStyled } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { BasedEdit } from '../changes/change.ts';
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
import { editsOf, isBlank, isUnsavedLine, type Live, restOf } from './live.ts';
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
  const { field, typePicker } = desk.nodes;
  return {
    /** True: the key was ours. */
    onKey,
    /** As Enter at the end of the line. */
    goOn() {
      const live = writing.line.get();
      if (live) step(live, 'Enter', live.text.text.length);
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

  /** Both halves are elements at once, and one step to undo. */
  function split(live: Live, caret: number): void {
    const [before, after] = splitStyled(live.text, caret);
    const elements = changes.elements();
    const edits = editsOf({ ...live, text: before }, elements);
    const rest = restOf({ ...live, text: after }, elements);
    const [first] = edits;
    writing.close();
    if (first?.does === 'insert') changes.run([{ ...first, elements: [...first.elements, rest] }], 'Split');
    else changes.run([...edits, { does: 'insert', afterId: live.id, elements: [rest] }], 'Split');
    const made = changes.elements().find(({ id }) => id === rest.key);
    if (made) writing.open(made, made.elementType === 'parenthetical' ? 1 : 0);
  }

  function joinBefore(live: Live): boolean {
    const { before } = neighbours(live);
    if (!before) return false;
    const { styled, caret } = joinStyled(parseEmphasis(before.content), live.text);
    join(live, before.id, live.base === null ? null : live.id, styled, caret);
    return true;
  }

  function joinAfter(live: Live): boolean {
    const { after } = neighbours(live);
    if (live.base === null || !after) return false;
    const { styled } = joinStyled(live.text, parseEmphasis(after.content));
    join(live, live.id, after.id, styled, live.text.text.length);
    return true;
  }

  /** One text in place of two; what was written into one of them before is a step of its own to undo. */
  function join(live: Live, intoId: number, goneId: number | null, text: Live['text'], caret: number): void {
    if (live.base !== null) writing.save();
    writing.close();
    const find = (id: number | null) => changes.elements().find((each) => each.id === id);
    const [into, gone] = [find(intoId), find(goneId)];
    const content = writeEmphasis(text);
    const edits: BasedEdit[] = [];
    if (into && content !== into.content)
      edits.push({ does: 'update', id: into.id, fields: { content }, base: changes.baseOf(into) });
    if (gone) edits.push({ does: 'delete', id: gone.id, base: changes.baseOf(gone) });
    changes.run(edits, 'Join');
    const joined = find(intoId);
    if (joined) writing.open(joined, caret);
  }

  /** Above the first line of the script Enter makes room for another. */
  function isFirst(live: Live): boolean {
    return live.base !== null && changes.elements()[0]?.id === live.id;
  }

  /** What stands directly around the line, where that is shown. */
  function neighbours(live: Live): { before: Element | undefined; after: Element | undefined } {
    const elements = changes.elements();
    const rows = desk.pages.rows.get();
    const isShown = (element: Element | undefined) => rows.some(({ id }) => id === element?.id);
    const index = elements.findIndex(({ id }) => id === (live.base === null ? live.afterId : live.id));
    const [before, after] =
      live.base === null
        ? [elements[index], elements[index + 1]]
        : [elements[index - 1], elements[index + 1]];
    return { before: isShown(before) ? before : undefined, after: isShown(after) ? after : undefined };
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
