import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { CompletionList } from './CompletionList.tsx';
import { type AcceptedCompletion, useCompletion } from './useCompletion.ts';

afterEach(cleanup);

const rows = scriptRows([
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'character', content: 'MARA' },
  { elementType: 'character', content: 'TOBIAS' },
]).elements;

const nobody: Character[] = [];

interface LineProps {
  type: ElementType;
  opened?: string;
  elements?: Element[];
  index?: number;
  accepted: AcceptedCompletion[];
  passed: string[];
}

/**
 * A line as on the page: it passes its text to the completion, and handles the keys that the
 * completion leaves.
 */
function Line({ type, opened = '', elements = rows, index = elements.length, accepted, passed }: LineProps) {
  const [line, setLine] = useState({ text: opened, caret: opened.length });
  const completion = useCompletion({
    line: 1,
    type,
    ...line,
    elements,
    index,
    characters: nobody,
    isEnabled: true,
    onAccept: (each) => {
      accepted.push(each);
      setLine(each);
    },
  });
  return (
    <>
      <input
        {...completion.fieldProps}
        value={line.text}
        onChange={({ target }) => setLine({ text: target.value, caret: target.value.length })}
        onKeyDown={(event) => {
          if (completion.onKey(event) === null) passed.push(event.key);
        }}
      />
      <CompletionList completion={completion} characters={nobody} leftPx={40} topPx={16} />
    </>
  );
}

function openLine(type: ElementType, more: Partial<LineProps> = {}) {
  const accepted: AcceptedCompletion[] = [];
  const passed: string[] = [];
  render(<Line type={type} accepted={accepted} passed={passed} {...more} />);
  return { accepted, passed };
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more });
const listbox = () => screen.queryByRole('listbox');
const active = () => screen.queryByRole('option', { selected: true });

test('the list does not open before the line is changed', () => {
  openLine('scene_heading', { opened: 'INT. C' });
  expect(listbox()).toBeNull();
  write('INT. CA');
  expect(listbox()?.getAttribute('aria-label')).toBe('Locations');
});

test('keys that do not accept an option are left to the line', () => {
  const { accepted, passed } = openLine('character');
  expect([screen.getAllByRole('option').length, active()]).toEqual([2, null]);
  for (const key of ['Enter', 'Tab', 'a', 'ArrowLeft']) press(key);
  press('ArrowDown', { shiftKey: true });
  write('M');
  press('Enter', { shiftKey: true });
  press('Tab', { shiftKey: true });
  press('Enter', { ctrlKey: true });
  expect(accepted).toEqual([]);
  expect(passed).toEqual(['Enter', 'Tab', 'a', 'ArrowLeft', 'ArrowDown', 'Enter', 'Tab', 'Enter']);
});

test('the arrow keys wrap around the list, and the field names the selected option for screen readers', () => {
  const { accepted, passed } = openLine('character');
  press('ArrowUp');
  expect(active()?.textContent).toContain('TOBIAS');
  press('ArrowDown');
  expect(active()?.textContent).toContain('MARA');
  expect(field().getAttribute('aria-activedescendant')).toBe(active()?.id);
  expect(field().getAttribute('aria-controls')).toBe(listbox()?.id);
  expect(press('Tab')).toBe(false);
  expect(accepted).toEqual([{ text: 'MARA', caret: 4, option: { text: 'MARA', kind: 'name' } }]);
  expect([listbox(), passed]).toEqual([null, []]);
});

test('forgets the choice when the line changes', () => {
  openLine('transition');
  write('F');
  press('ArrowDown');
  expect(active()?.textContent).toBe('FADE OUT.');
  write('FA');
  expect(active()?.textContent).toBe('FADE IN:');
  expect(active()?.querySelector('b')?.textContent).toBe('FA');
});

test('Escape closes the list until the line changes, and a second Escape is left to the page', () => {
  const { passed } = openLine('transition');
  write('F');
  expect(press('Escape')).toBe(false);
  expect(listbox()).toBeNull();
  press('Escape');
  press('Enter');
  expect(passed).toEqual(['Escape', 'Enter']);
  write('FA');
  expect(listbox()).toBeTruthy();
});

test('keys of an input method are left to it', () => {
  const { accepted, passed } = openLine('transition');
  write('F');
  press('Enter', { isComposing: true });
  press('ArrowDown', { keyCode: 229 });
  expect([accepted, passed, active()?.textContent]).toEqual([[], ['Enter', 'ArrowDown'], 'FADE IN:']);
});

test('a click accepts, and the field keeps the focus', () => {
  const { accepted } = openLine('scene_heading');
  field().focus();
  write('i');
  const [option] = screen.getAllByRole('option');
  if (!option) throw new Error('No option');
  expect(fireEvent.mouseDown(option, { button: 2 })).toBe(false);
  expect(accepted).toEqual([]);
  expect(fireEvent.mouseDown(option)).toBe(false);
  expect([field().value, document.activeElement]).toEqual(['INT. ', field()]);
  expect(screen.getByRole('option').textContent).toBe('CAR DECK');
  expect(active()).toBeNull();
});

test('the name in the line itself is not offered', () => {
  const [line] = scriptRows([{ elementType: 'character', content: 'TOB' }]).elements as [Element];
  const elements = [...rows, { ...line, id: rows.length + 1 }];
  openLine('character', { opened: 'TO', elements, index: rows.length });
  write('TOB');
  expect(active()?.textContent).toContain('TOBIAS');
});

test('the list is shown at the given position', () => {
  openLine('character');
  expect(listbox()?.parentElement?.style.top).toBe('16px');
});
