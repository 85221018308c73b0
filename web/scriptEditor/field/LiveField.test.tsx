import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { element } from '#test/script.ts';
import { loadPasteReader } from '../clipboard/pasteReader.ts';
import { LiveField } from './LiveField.tsx';
import type { FirstSelection, LiveFieldHandle, LiveText, TextRange } from './liveText.ts';
import { smartTyping } from './smartTyping.ts';

beforeAll(loadPasteReader);
afterEach(cleanup);

const shape = {
  topPx: 0,
  heightPx: 16,
  leftPx: 0,
  widthPx: 600,
  indentPx: 0,
  align: 'left' as const,
  beside: null,
};

/** Open a field; `written` is called with each content that it reports. */
function open(
  content: string,
  selection: FirstSelection,
  { type = 'action' as ElementType, isBold = false, isTaken = false } = {},
) {
  const written: string[] = [];
  const ranges: TextRange[] = [];
  const onPaste = vi.fn(() => isTaken);
  const handle = createRef<LiveFieldHandle>();
  const fieldOf = (line: number, content: string, selection: FirstSelection) => (
    <LiveField
      ref={handle}
      line={line}
      type={type}
      box={{ ...boxOf(element(type, content), defaultFormat), isBold }}
      shape={shape}
      leftPx={0}
      initial={parseEmphasis(content)}
      selection={selection}
      placeholder="New action..."
      onText={(next: LiveText) => written.push(writeEmphasis(next))}
      onSelection={(range) => ranges.push(range)}
      onKeyDown={() => {}}
      onPaste={onPaste}
    />
  );
  const { getByRole, rerender } = render(fieldOf(1, content, selection));
  const field = getByRole('textbox');
  /** Continue in the next line. */
  const goOn = (next: string, at: FirstSelection) => rerender(fieldOf(2, next, at));
  const live = () => {
    if (!handle.current) throw new Error('No field');
    return handle.current;
  };
  /**
   * Dispatch the event that a browser fires before it edits. Returns false if the edit was
   * prevented.
   */
  const ask = (inputType: string, data: string | null = null) => {
    let isAllowed = false;
    const input = new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true });
    act(() => {
      isAllowed = field.dispatchEvent(input);
    });
    return isAllowed;
  };
  const paste = (text: string, html = '') => {
    const data: Record<string, string> = { 'text/plain': text, 'text/html': html };
    fireEvent.paste(field, { clipboardData: { getData: (kind: string) => data[kind] ?? '' } });
  };
  return { field, live, written, ranges, ask, paste, onPaste, goOn };
}

test('a field shows styled text, has the focus and the selection it was opened with', () => {
  const { field, live } = open('A **bold** word', { start: 2, end: 6 });
  expect(field.innerHTML).toBe('A <b>bold</b> word');
  expect(document.activeElement).toBe(field);
  expect(live().selection()).toEqual({ start: 2, end: 6 });
  expect(field.getAttribute('aria-label')).toBe('Action');
});

test('restores its selection when the focus returns, except under the pointer', () => {
  const { field } = open('Nobody moves.', { start: 2, end: 6 });
  const selected = () => document.getSelection()?.toString();
  act(() => field.blur());
  document.getSelection()?.collapse(field.firstChild, 0);
  act(() => field.focus());
  expect(selected()).toBe('body');
  act(() => field.blur());
  document.getSelection()?.collapse(field.firstChild, 0);
  fireEvent.mouseDown(field);
  act(() => field.focus());
  expect(selected()).toBe('');
});

test('continues in another line and keeps the focus', () => {
  const { field, live, written, goOn } = open('Hold on', 7);
  const left: Event[] = [];
  field.addEventListener('blur', (event) => left.push(event));
  goOn('A **bell**.', 2);
  expect([field.isConnected, field.innerHTML, document.activeElement]).toEqual([
    true,
    'A <b>bell</b>.',
    field,
  ]);
  expect([live().selection(), written, left]).toEqual([{ start: 2, end: 2 }, [], []]);
});

test('a style that was chosen for the text typed next does not apply in another line', () => {
  const { live, ask, goOn } = open('Hold on', 4);
  act(() => live().toggle('isBold'));
  goOn('Rain', 4);
  expect(ask('insertText', '!')).toBe(true);
});

test("removes text of the previous line that the browser's undo restores", () => {
  const { field, written, live, goOn } = open('Hold on', 7);
  const [deleted] = field.childNodes;
  field.replaceChildren();
  fireEvent.input(field);
  goOn('Rain', 2);
  if (deleted) field.append(deleted);
  document.getSelection()?.collapse(deleted ?? field, 3);
  fireEvent(field, new InputEvent('input', { inputType: 'historyUndo', bubbles: true }));
  expect([field.innerHTML, written, live().selection()]).toEqual(['Rain', [''], { start: 2, end: 2 }]);
});

test('keeps a composition out of the next line when the caret moves away', () => {
  const { field, written, goOn } = open('ab', 1);
  fireEvent.compositionStart(field);
  // Browsers insert the composed text when the focus is lost.
  field.addEventListener('blur', () => {
    field.append('日本');
    fireEvent(field, new InputEvent('input', { inputType: 'insertCompositionText', bubbles: true }));
    fireEvent.compositionEnd(field);
  });
  goOn('Rain', 4);
  expect([field.innerHTML, written, document.activeElement]).toEqual(['Rain', [], field]);
});

test.each([
  ['insertText', 'deleteContentBackward', 'deleteWordForward', 'insertReplacementText'],
  ['historyUndo', 'historyRedo', 'insertLineBreak', 'deleteByCut'],
])('leaves edits of text to the browser: %s, %s, %s, %s', (...inputTypes) => {
  const { ask } = open('Hold on', 2);
  for (const inputType of inputTypes) expect(ask(inputType, 'x'), inputType).toBe(true);
});

test.each([
  [
    'insertOrderedList',
    'insertUnorderedList',
    'insertLink',
    'insertHorizontalRule',
    'insertFromPasteAsQuotation',
  ],
  ['formatJustifyCenter', 'formatFontColor', 'formatFontName', 'formatIndent', 'formatStrikeThrough'],
  ['formatRemove', 'formatBackColor', 'formatSuperscript', 'formatSetBlockTextDirection', 'insertParagraph'],
])('prevents other edits: %s, %s, %s, %s, %s', (...inputTypes) => {
  const { ask, field } = open('Hold on', 2);
  for (const inputType of inputTypes) expect(ask(inputType), inputType).toBe(false);
  expect(field.innerHTML).toBe('Hold on');
});

test.each([
  ['formatBold', '**Hold** on'],
  ['formatItalic', '*Hold* on'],
  ['formatUnderline', '_Hold_ on'],
])('%s adds the style to the selection, and removes it', (inputType, content) => {
  const { ask, written, live } = open('Hold on', { start: 0, end: 4 });
  expect(ask(inputType)).toBe(false);
  expect(written.at(-1)).toBe(content);
  expect(live().selection()).toEqual({ start: 0, end: 4 });
  ask(inputType);
  expect(written.at(-1)).toBe('Hold on');
});

test('a style that the whole box has is not added', () => {
  const { ask, live, written, field } = open('INT. DECK', 'all', { type: 'scene_heading', isBold: true });
  ask('formatBold');
  act(() => live().toggle('isBold'));
  expect(written).toEqual([]);
  expect(field.innerHTML).toBe('INT. DECK');
});

test('a style that is chosen at the caret applies to the text typed next', () => {
  const { ask, live, written } = open('Hold on', 4);
  act(() => live().toggle('isBold'));
  expect(written).toEqual([]);
  expect(ask('insertText', '!')).toBe(false);
  expect(written.at(-1)).toBe('Hold**!** on');
  expect(live().selection()).toEqual({ start: 5, end: 5 });
  expect(ask('insertText', '?')).toBe(true);
});

test('typing over several styles takes the first one', () => {
  const { ask, written } = open('one **two** three', { start: 5, end: 9 });
  ask('insertText', 'X');
  expect(written.at(-1)).toBe('one **tX**hree');
});

test('deleting over several styles keeps those of the rest', () => {
  const { ask, written } = open('one **two** three', { start: 2, end: 5 });
  expect(ask('deleteContentBackward')).toBe(false);
  expect(written.at(-1)).toBe('on**wo** three');
});

test('leaves a composition alone, and applies the chosen style at its end', () => {
  const { field, live, written } = open('ab', 1);
  act(() => live().toggle('isItalic'));
  fireEvent.compositionStart(field);
  const input = { inputType: 'insertCompositionText', data: '日本', isComposing: true };
  expect(
    field.dispatchEvent(new InputEvent('beforeinput', { ...input, bubbles: true, cancelable: true })),
  ).toBe(true);
  const text = field.firstChild;
  if (!(text instanceof Text)) throw new Error('No text');
  text.insertData(1, '日本');
  document.getSelection()?.collapse(text, 3);
  fireEvent(field, new InputEvent('input', { ...input, bubbles: true }));
  expect(written.at(-1)).toBe('a日本b');
  fireEvent.compositionEnd(field);
  expect(written.at(-1)).toBe('a*日本*b');
});

test.each(['הגשם יורד על הנמל.', 'المطر يهطل على الميناء.'])(
  'is written from right to left where its first letter is: %s',
  (content) => {
    const { field } = open(content, 0);
    expect([getComputedStyle(field).direction, field.dir]).toEqual(['rtl', 'rtl']);
    cleanup();
    expect(open(`Mara: ${content}`, 0).field.dir).toBe('');
  },
);

test('reads foreign markup and renders it again, with the caret in place', () => {
  const { field, live, written } = open('Hold on', 0);
  field.innerHTML = 'Hold <span style="font-weight: 700">on</span>';
  document.getSelection()?.collapse(field.querySelector('span')?.firstChild ?? field, 1);
  fireEvent.input(field);
  expect(written.at(-1)).toBe('Hold **on**');
  expect(field.innerHTML).toBe('Hold <b>on</b>');
  expect(live().selection()).toEqual({ start: 6, end: 6 });
});

test('a change that was not typed is shown, and reported once', () => {
  const { field, live, written } = open('MA', 2);
  act(() => live().replace(parseEmphasis('MARA **(V.O.)**'), 4));
  expect(field.innerHTML).toBe('MARA <b>(V.O.)</b>');
  expect(written).toEqual(['MARA **(V.O.)**']);
  expect(live().selection()).toEqual({ start: 4, end: 4 });
});

test('pasted text is inserted unless the screen handles it', () => {
  const { paste, onPaste, written, live } = open('Hold on', 4);
  paste(' it now', '<p style="color: red"> <i>it</i> now</p>');
  expect(onPaste).toHaveBeenCalledWith({ text: ' it now', html: '<p style="color: red"> <i>it</i> now</p>' });
  expect(written.at(-1)).toBe('Hold *it* now on');
  expect(live().selection()).toEqual({ start: 11, end: 11 });
});

test('ignores input that the screen handles', () => {
  const { paste, written } = open('Hold on', 4, { isTaken: true });
  paste('INT. DECK\n\nRain.');
  expect(written).toEqual([]);
});

test('a paste without text, such as of a picture, does not change the selected text', () => {
  const { paste, written, field } = open('Hold on', 'all');
  paste('', '<img src="x">');
  expect(written).toEqual([]);
  expect(field.textContent).toBe('Hold on');
});

test('reports a moved caret, and forgets the style chosen for it', () => {
  const { field, live, ask, ranges } = open('Hold on', 4);
  act(() => live().toggle('isBold'));
  document.getSelection()?.collapse(field.firstChild, 2);
  expect(live().selection()).toEqual({ start: 2, end: 2 });
  fireEvent(document, new Event('selectionchange'));
  expect(ranges).toEqual([{ start: 2, end: 2 }]);
  expect(ask('insertText', '!')).toBe(true);
});

test('pasted text keeps its letters in a heading, without those whose capital is longer', () => {
  const { paste, written } = open('INT. ', 5, { type: 'scene_heading' });
  paste('deck **straße** - night');
  expect(written.at(-1)).toBe('INT. deck **straSSe** - night');
});

test('an empty field shows its placeholder', () => {
  const { field, written } = open('', 0);
  expect(field.hasAttribute('data-empty')).toBe(true);
  expect(field.getAttribute('aria-placeholder')).toBe('New action...');
  field.textContent = 'R';
  fireEvent.input(field);
  expect(written).toEqual(['R']);
  expect(field.hasAttribute('data-empty')).toBe(false);
});

test('no text goes to the spelling service of a browser', () => {
  for (const type of elementTypes) {
    const { field } = open('Mara', 0, { type });
    expect([field.getAttribute('lang'), field.getAttribute('spellcheck')]).toEqual(['', 'false']);
    cleanup();
  }
});

describe('typing rules', () => {
  afterEach(() => {
    smartTyping.current = null;
  });

  /** Types a character as browsers do: the text first, then the event. */
  function type(field: HTMLElement, text: string, event: InputEventInit) {
    field.textContent = text;
    document.getSelection()?.setPosition(field.firstChild, text.length);
    act(() => void field.dispatchEvent(new InputEvent('input', { bubbles: true, ...event })));
  }
  const quote = { from: 4, to: 5, insert: '“' };

  test('change the text after what was typed, which undo restores', () => {
    const { field, written, live } = open('Say ', 4);
    smartTyping.current = ({ type, text, caret }) =>
      type === 'action' && text === 'Say "' && caret === 5 ? quote : null;
    type(field, 'Say "', { inputType: 'insertText', data: '"' });
    expect(written).toEqual(['Say "', 'Say “']);
    expect(live().selection()).toMatchObject({ start: 5, end: 5 });
  });

  test.each<InputEventInit>([
    { inputType: 'insertText', data: '"', isComposing: true },
    { inputType: 'insertCompositionText', data: '"' },
    { inputType: 'insertReplacementText', data: '"' },
    { inputType: 'insertFromPaste', data: '"' },
    { inputType: 'deleteContentBackward', data: null },
  ])('leave other input alone: %j', (event) => {
    const { field, written } = open('Say ', 4);
    smartTyping.current = () => quote;
    type(field, 'Say "', event);
    expect(written).toEqual(['Say "']);
  });
});
