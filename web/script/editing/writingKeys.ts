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
import { editsOf, isBlank, isUnsaved, type Live } from './live.ts';
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
    if (key === 'z' && !event.shiftKey && !isUnsaved(live) && !(live.base && isBlank(live))) {
      writing.close();
      desk.undo();
      return true;
    }
    return false;
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
        field.current?.replace({ ...live.text, text: `${live.text.text.trimEnd()} (` }, live.text.text.trimEnd().length + 2);
        return true;
      case 'nothing':
        return true;
    }
  }

  /** Both halves are one step to undo. */
  function split(live: Live, caret: number): void {
    const [before, after] = splitStyled(live.text, caret);
    const first = { ...live, text: before };
    const rest: Live = { ...live, base: null, afterId: live.id, text: after };
    const elements = desk.changes.elements();
    const edits = editsOf(first, elements);
    writing.close();
    if (before.text === '') return;
    if (edits.length > 0) desk.changes.run(edits, 'Split');
    writing.openNew(live.id, rest.type, after, 0);
  }

  function joinBefore(live: Live): boolean {
    const index = rows.findIndex(({ id }) => id === live.id);
    const previous = rows[index - 1];
    if (!previous) return false;
    const { styled, caret } = joinStyled(parseEmphasis(previous.content), live.text);
    join(previous, styled, live.base === null ? null : live.id, caret);
    return true;
  }

  function joinBehind(live: Live): boolean {
    if (live.base === null) return false;
    const index = rows.findIndex(({ id }) => id === live.id);
    const next = rows[index + 1];
    if (!next) return false;
    const { styled } = joinStyled(live.text, parseEmphasis(next.content));
    const present = { ...live, text: styled };
    const caret = live.text.text.length;
    const edits = editsOf(present, desk.changes.elements());
    writing.close();
    desk.changes.run([...edits, { does: 'delete', id: next.id, base: desk.changes.baseOf(next) }], 'Join');
    const joined = desk.changes.elements().find(({ id }) => id === live.id);
    if (joined) writing.open(joined, caret);
    return true;
  }

  /** Puts the text into the element before, in place of both. */
  function join(into: Element, text: Live['text'], goneId: number | null, caret: number): void {
    const { changes } = desk;
    const content = writeEmphasis(text);
    const edits: Edit[] = [];
    if (content !== into.content)
      edits.push({ does: 'update', id: into.id, fields: { content }, base: changes.baseOf(into) });
    const gone = goneId === null ? undefined : changes.elements().find(({ id }) => id === goneId);
    if (gone) edits.push({ does: 'delete', id: gone.id, base: changes.baseOf(gone) });
    writing.close();
    changes.run(edits, 'Join');
    const joined = changes.elements().find(({ id }) => id === into.id);
    if (joined) writing.open(joined, caret);
  }

  /** Arrow keys go on into the neighbour at the edges of the text. */
  function leave(live: Live, key: string, caret: number): boolean {
    const index = rows.findIndex(({ id }) => id === live.id);
    const lines = linesOnDesk(desk.book, index);
    const row = Math.max(0, lines.findLastIndex(({ from }) => from <= caret));
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
