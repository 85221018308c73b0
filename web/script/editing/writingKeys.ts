import type { KeyboardEvent, RefObject } from 'react';
import { elementTypes } from '#screenplay/element.ts';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { flowStep } from '#screenplay/flow.ts';
import { joinStyled, splitStyled } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Edit } from '../changes/edit.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { LiveFieldHandle } from '../field/liveText.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { type Book, linesOnDesk } from '../sheet/book.ts';
import { editsOf, isBlank, isUnsaved, type Live, rowBehind } from './live.ts';
import type { Writing } from './useLive.ts';

interface Desk {
  writing: Writing;
  changes: ScriptChanges;
  field: RefObject<LiveFieldHandle | null>;
  /** The script as it is shown, with the line being written; the book is made of it. */
  rows: readonly Element[];
  book: Book;
  preferences: Preferences;
  /** Gives the keyboard back to an element of the page. */
  focusOn(elementId: number | null): void;
  chooseType(): void;
  undo(): void;
  redo(): void;
}

const plainKey = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && !shiftKey;

/** What the keys do in the line being written (spec workspace §4, decision OQ-58). */
export function writingKeys(desk: Desk) {
  const { writing, field, rows } = desk;
  return {
    /** True: the key was ours. */
    onKey,
    /** As Enter at the end of the line. */
    goOn() {
      const live = writing.present();
      if (live) step(live, 'Enter', live.text.text.length);
    },
  };

  function onKey(event: KeyboardEvent): boolean {
    const live = writing.present();
    if (!live || event.nativeEvent.isComposing) return false;
    const range = field.current?.selection() ?? { start: 0, end: 0 };
    const isCaret = range.start === range.end;
    const caret = range.start;
    if (event.ctrlKey || event.metaKey) return modified(event, live);
    switch (event.key) {
      case 'Enter':
        if (event.shiftKey || event.altKey) return false; // a line break in the text
        return step(live, 'Enter', caret);
      case 'Tab':
        if (event.altKey) return false;
        return step(live, event.shiftKey ? 'Shift+Tab' : 'Tab', caret);
      case 'Escape':
        writing.close();
        desk.focusOn(live.base === null ? live.afterId : live.id);
        return true;
      case 'Backspace':
        return isCaret && caret === 0 && plainKey(event) && joinBefore(live);
      case 'Delete':
        return isCaret && caret === live.text.text.length && plainKey(event) && joinBehind(live);
      case 'ArrowUp':
      case 'ArrowDown':
      case 'ArrowLeft':
      case 'ArrowRight':
        return isCaret && plainKey(event) && leave(live, event.key, caret);
      default:
        return false;
    }
  }

  function modified(event: KeyboardEvent, live: Live): boolean {
    const key = event.key.toLowerCase();
    if (event.altKey) return false;
    const style = ({ b: 'isBold', i: 'isItalic', u: 'isUnderlined' } as const)[key];
    if (style && !event.shiftKey) {
      field.current?.toggle(style);
      return true;
    }
    const type = elementTypes[Number(key) - 1];
    if (type && !event.shiftKey) {
      writing.setType(type);
      return true;
    }
    // What was typed is the browser's to undo; before that, the script's.
    const isTouched = isUnsaved(live) || (live.base !== null && isBlank(live));
    const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey);
    if (isTouched || !(key === 'z' || isRedo)) return false;
    writing.close();
    if (isRedo) desk.redo();
    else desk.undo();
    return true;
  }

  function step(live: Live, key: 'Enter' | 'Tab' | 'Shift+Tab', caret: number): boolean {
    const { elementKeys, afterDialogue } = desk.preferences;
    const state = { type: live.type, text: live.text.text, caret };
    const next = flowStep(elementKeys, key, state, afterDialogue);
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
        desk.focusOn(writing.save());
        return true;
      case 'close':
        writing.close();
        desk.focusOn(live.base === null ? live.afterId : live.id);
        return true;
      case 'chooseType':
        desk.chooseType();
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
    const { changes } = desk;
    const [before, after] = splitStyled(live.text, caret);
    const elements = changes.elements();
    const edits = editsOf({ ...live, text: before }, elements);
    const rest = rowBehind({ ...live, text: after }, elements);
    const [first] = edits;
    writing.close();
    if (first?.does === 'insert') changes.run([{ ...first, elements: [...first.elements, rest] }], 'Split');
    else changes.run([...edits, { does: 'insert', afterId: live.id, elements: [rest] }], 'Split');
    writing.open(rest, 0);
  }

  function joinBefore(live: Live): boolean {
    const { before } = neighbours(live);
    if (!before) return false;
    const { styled, caret } = joinStyled(parseEmphasis(before.content), live.text);
    join(live, before.id, live.base === null ? null : live.id, styled, caret);
    return true;
  }

  function joinBehind(live: Live): boolean {
    const { behind } = neighbours(live);
    if (live.base === null || !behind) return false;
    const { styled } = joinStyled(live.text, parseEmphasis(behind.content));
    join(live, live.id, behind.id, styled, live.text.text.length);
    return true;
  }

  /** One text in place of two; what was written into one of them before is a step of its own to undo. */
  function join(live: Live, intoId: number, goneId: number | null, text: Live['text'], caret: number): void {
    const { changes } = desk;
    if (live.base !== null) writing.save();
    writing.close();
    const find = (id: number | null) => changes.elements().find((each) => each.id === id);
    const [into, gone] = [find(intoId), find(goneId)];
    const content = writeEmphasis(text);
    const edits: Edit[] = [];
    if (into && content !== into.content)
      edits.push({ does: 'update', id: into.id, fields: { content }, base: changes.baseOf(into) });
    if (gone) edits.push({ does: 'delete', id: gone.id, base: changes.baseOf(gone) });
    changes.run(edits, 'Join');
    const joined = find(intoId);
    if (joined) writing.open(joined, caret);
  }

  /** What stands directly around the line, where that is shown. */
  function neighbours(live: Live): { before: Element | undefined; behind: Element | undefined } {
    const elements = desk.changes.elements();
    const isShown = (element: Element | undefined) => rows.some(({ id }) => id === element?.id);
    const index = elements.findIndex(({ id }) => id === (live.base === null ? live.afterId : live.id));
    const [before, behind] =
      live.base === null
        ? [elements[index], elements[index + 1]]
        : [elements[index - 1], elements[index + 1]];
    return { before: isShown(before) ? before : undefined, behind: isShown(behind) ? behind : undefined };
  }

  /** Arrow keys go on into the neighbour at the edges of the text. */
  function leave(live: Live, key: string, caret: number): boolean {
    const index = rows.findIndex(({ id }) => id === live.id);
    const lines = linesOnDesk(desk.book, index);
    const row = Math.max(
      0,
      lines.findLastIndex(({ from }) => from <= caret),
    );
    const isBack = key === 'ArrowUp' || key === 'ArrowLeft';
    const isAtEdge =
      key === 'ArrowLeft'
        ? caret === 0
        : key === 'ArrowRight'
          ? caret === live.text.text.length
          : key === 'ArrowUp'
            ? row === 0
            : row >= lines.length - 1;
    const target = rows[index + (isBack ? -1 : 1)];
    if (!isAtEdge || !target) return false;
    const line = lines[row];
    const columnPx = line ? line.leftPx + (caret - line.from) * desk.book.measures.charPx : 0;
    const at = (() => {
      if (key === 'ArrowLeft') return parseEmphasis(target.content).text.length;
      if (key === 'ArrowRight') return 0;
      const theirs = linesOnDesk(desk.book, index + (isBack ? -1 : 1));
      const near = isBack ? theirs.at(-1) : theirs[0];
      if (!near) return 0;
      const offset = near.from + Math.round((columnPx - near.leftPx) / desk.book.measures.charPx);
      return Math.min(near.to, Math.max(near.from, offset));
    })();
    writing.open(target, at);
    return true;
  }
}
