import type { KeyboardEvent } from 'react';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import { unstyled } from '#screenplay/styled.ts';
import { batch } from '#web/lib/store.ts';
import { type WordRange, wordsIn } from './model.ts';
import type { Writer } from './writer.ts';

/* Actions of a writer with keyboard and mouse, on the modules of the tab. */

export interface RowWords {
  index: number;
  id: number;
  text: string;
  words: WordRange[];
}

/** Return the words of a row of the screen. */
export function rowAt(writer: Writer, index: number): RowWords | null {
  const row = writer.rows()[index];
  if (!row) return null;
  const live = writer.run(({ editor }) => editor.writing.line.get());
  const text = live?.id === row.id ? writer.run(({ field }) => field.text) : parseEmphasis(row.content).text;
  return { index, id: row.id, text, words: wordsIn(text) };
}

/** Return the row of the active line. */
export function activeRow(writer: Writer): RowWords | null {
  const id = writer.run(({ editor }) => editor.writing.line.get()?.id);
  const index = writer.rows().findIndex((row) => row.id === id);
  return index < 0 ? null : rowAt(writer, index);
}

export function isOwn({ words }: RowWords, letter: string): boolean {
  return words.length > 0 && words.every(({ word }) => word.startsWith(letter));
}

/** Return the offset of the caret behind the first `count` words. */
export function offsetAfter({ text, words }: RowWords, count: number): number {
  if (count === 0) return 0;
  return count === words.length ? text.length : (words[count - 1]?.end ?? 0);
}

export function putCaret(writer: Writer, { id }: RowWords, offset: number): void {
  writer.run(({ editor }) => editor.selecting.caretAt({ id, offset }));
}

/** Press a key in the active line. */
export function press(
  writer: Writer,
  key: string,
  modifiers: { shift?: boolean; ctrl?: boolean } = {},
): void {
  const event = {
    key,
    code: '',
    shiftKey: modifiers.shift ?? false,
    ctrlKey: modifiers.ctrl ?? false,
    metaKey: false,
    altKey: false,
    nativeEvent: { isComposing: false },
  } as unknown as KeyboardEvent;
  writer.run(({ editor, field, parentheticalKey }) => {
    const live = editor.writing.line.get();
    if (live && !parentheticalKey(event, live, field, editor.writing.setType)) editor.keys.onKey(event);
  });
}

/** Type letters at the caret, one by one. */
export async function typeLetters(writer: Writer, text: string, pause: () => Promise<void>): Promise<void> {
  const pausesAt = 1 + (text.charCodeAt(text.length - 1) % text.length);
  for (const [index, letter] of [...text].entries()) {
    if (index === pausesAt) await pause();
    writer.run(({ field }) => field.insert(unstyled(letter)));
  }
}

/** Delete `count` letters before the caret, one by one. */
export async function deleteLetters(
  writer: Writer,
  count: number,
  pause: () => Promise<void>,
): Promise<void> {
  for (let left = count; left > 0; left--) {
    if (left === 3) await pause();
    writer.run(({ field }) => {
      const { end } = field.selection();
      field.select({ start: end - 1, end });
      field.insert(unstyled(''));
    });
  }
}

/** Cut a part of the active line. Returns the text on the clipboard. */
export function cutInLine(writer: Writer, start: number, end: number): string {
  return writer.run(({ field }) => {
    const text = field.text.slice(start, end);
    field.select({ start, end });
    field.insert(unstyled(''), true);
    return text;
  });
}

/** Cut from an offset of a row to an offset of another. Returns the clipboard. */
export function cutOver(
  writer: Writer,
  from: { id: number; offset: number },
  to: { id: number; offset: number },
): { html: string; text: string } {
  return writer.run(({ editor: { selecting }, htmlOf, format }) =>
    batch(() => {
      selecting.select({ anchor: from, head: to }, { isRevealed: false });
      const at = selecting.selection.get();
      if (!at) throw new Error('Nothing is selected');
      const fragment = selecting.fragment(at);
      const html = htmlOf(fragment, format);
      selecting.typeOver(unstyled(''), 'Cut');
      return { html, text: fragment.elements.map(({ content }) => content).join('\n\n') };
    }),
  );
}

/** Paste at the caret of the active line, as its field does. */
export function paste(writer: Writer, clipboard: { html: string; text: string }): void {
  writer.run(({ editor, field, parsePastedInline }) => {
    if (editor.pasting.onPaste(clipboard)) return;
    const inline = parsePastedInline(clipboard, unstyled(''));
    if (inline.text !== '') field.insert(inline);
  });
}
