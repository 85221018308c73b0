import { act, screen as page, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { TooltipProvider } from '../Tooltip.tsx';
import { Sortable } from './Sortable.tsx';

freshBrowser();

const cast = new Map([
  [7, 'MARA'],
  [3, 'TOBIAS'],
  [9, 'PURSER'],
  [4, 'RADIO VOICE'],
  [5, 'STOWAWAY'],
]);
const ids = [...cast.keys()];
const onMove = vi.fn<(ids: number[], movedId: number) => unknown>();

afterEach(() => {
  onMove.mockReset();
  document.documentElement.dir = '';
});

interface Given {
  layout?: 'list' | 'grid';
  isDisabled?: boolean;
}

let setIds: (ids: number[]) => void;

function Cast({ layout = 'list', isDisabled = false }: Given) {
  const [now, set] = useState(ids);
  setIds = set;
  return (
    <TooltipProvider>
      <Sortable
        ids={now}
        labelOf={(id) => cast.get(id) ?? 'MATE'}
        onMove={onMove}
        layout={layout}
        isDisabled={isDisabled}
        label="Cast"
      >
        {(id, handle) => (
          <>
            {handle}
            <span data-testid="name">{cast.get(id) ?? 'MATE'}</span>
          </>
        )}
      </Sortable>
    </TooltipProvider>
  );
}

const names = () => page.getAllByTestId('name').map((name) => name.textContent);
const handle = (name: string) => page.getByRole('button', { name: `Move ${name}` });
const spoken = () => document.querySelector('[aria-live="assertive"]')?.textContent;

/** Open the cast and focus a character's handle. */
function at(name: string, given: Given = {}) {
  render(<Cast {...given} />);
  handle(name).focus();
  return userEvent.setup();
}

test('Space lifts, arrows move, Space drops: the caller gets all ids and the moved one, once', async () => {
  const user = at('MARA');
  await user.keyboard(' ');
  expect(handle('MARA').getAttribute('aria-pressed')).toBe('true');
  expect(spoken()).toBe('MARA picked up, place 1 of 5');
  await user.keyboard('{ArrowDown}');
  expect(spoken()).toBe('MARA, place 2 of 5');
  expect(names()).toEqual(['TOBIAS', 'MARA', 'PURSER', 'RADIO VOICE', 'STOWAWAY']);
  await user.keyboard('{ArrowDown}');
  expect(onMove).not.toHaveBeenCalled();
  await user.keyboard(' ');
  expect(onMove.mock.calls).toEqual([[[3, 9, 7, 4, 5], 7]]);
  expect(spoken()).toBe('MARA dropped, place 3 of 5');
  expect(handle('MARA').getAttribute('aria-pressed')).toBe('false');
});

test('Enter lifts and drops too, and the focus stays on the handle', async () => {
  const user = at('PURSER');
  await user.keyboard('{Enter}{ArrowUp}{Enter}');
  expect(onMove.mock.calls).toEqual([[[7, 9, 3, 4, 5], 9]]);
  expect(document.activeElement).toBe(handle('PURSER'));
});

test('Escape and leaving the handle cancel a move', async () => {
  const user = at('TOBIAS');
  await user.keyboard(' {ArrowDown}{ArrowDown}{Escape}');
  expect(names()).toEqual([...cast.values()]);
  expect(spoken()).toBe('TOBIAS put back, place 2 of 5');
  await user.keyboard(' {ArrowDown}{Tab}');
  expect(names()).toEqual([...cast.values()]);
  expect(onMove).not.toHaveBeenCalled();
});

test('a drop at its own place moves nothing, and arrows stop at the ends', async () => {
  const user = at('MARA');
  await user.keyboard(' {ArrowUp} ');
  expect(onMove).not.toHaveBeenCalled();
  await user.keyboard(' {End}{ArrowDown} ');
  expect(onMove.mock.calls).toEqual([[[3, 9, 4, 5, 7], 7]]);
});

test('ignores arrow keys without a lifted item, and those with Ctrl', async () => {
  const user = at('MARA');
  await user.keyboard('{ArrowDown}');
  await user.keyboard(' {Control>}{ArrowDown}{/Control}');
  expect(names()).toEqual([...cast.values()]);
});

test('lifts and drops by the press of a screen reader', async () => {
  const user = at('MARA');
  act(() => handle('MARA').click());
  expect(spoken()).toBe('MARA picked up, place 1 of 5');
  await user.keyboard('{ArrowDown}');
  act(() => handle('MARA').click());
  expect(onMove.mock.calls).toEqual([[[3, 7, 9, 4, 5], 7]]);
});

/** Fake a layout of two columns, because jsdom has no layout. */
function inTwoColumns() {
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLLIElement,
  ) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect((index % 2) * 100, Math.floor(index / 2) * 50, 100, 50);
  });
}

test('moves in both directions in a grid by arrow keys; down from the last full row moves to the last item', async () => {
  inTwoColumns();
  const user = at('MARA', { layout: 'grid' });
  await user.keyboard(' {ArrowDown}');
  expect(spoken()).toBe('MARA, place 3 of 5');
  await user.keyboard('{ArrowRight}');
  expect(spoken()).toBe('MARA, place 4 of 5');
  await user.keyboard('{ArrowDown}');
  expect(spoken()).toBe('MARA, place 5 of 5');
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowLeft}');
  expect(spoken()).toBe('MARA, place 2 of 5');
});

test('moves forward with the left arrow in right-to-left pages', async () => {
  inTwoColumns();
  document.documentElement.dir = 'rtl';
  document.body.style.direction = 'rtl';
  const user = at('MARA', { layout: 'grid' });
  await user.keyboard(' {ArrowLeft}');
  document.body.style.direction = '';
  expect(spoken()).toBe('MARA, place 2 of 5');
});

test('shows the new order while the caller saves it, and reverts it on a rejection', async () => {
  const answer = Promise.withResolvers<void>();
  onMove.mockReturnValue(answer.promise);
  const user = at('MARA');
  await user.keyboard(' {ArrowDown} ');
  expect(names()).toEqual(['TOBIAS', 'MARA', 'PURSER', 'RADIO VOICE', 'STOWAWAY']);
  await act(async () => answer.reject(new Error('No')));
  expect(names()).toEqual([...cast.values()]);
});

test('follows the caller when it takes over the order and rolls it back', async () => {
  const user = at('MARA');
  await user.keyboard(' {ArrowDown} ');
  act(() => setIds([3, 7, 9, 4, 5]));
  act(() => setIds(ids));
  expect(names()).toEqual([...cast.values()]);
});

test('includes items that others added and deleted during the drag', async () => {
  const user = at('MARA');
  await user.keyboard(' {ArrowDown}');
  act(() => setIds([7, 3, 9, 5, 11]));
  expect(names()).toEqual(['TOBIAS', 'MARA', 'PURSER', 'STOWAWAY', 'MATE']);
  await user.keyboard(' ');
  expect(onMove.mock.calls).toEqual([[[3, 7, 9, 5, 11], 7]]);
});

test('handles the deletion of the held item by others', async () => {
  const user = at('MARA');
  await user.keyboard(' {ArrowDown}');
  act(() => setIds([3, 9, 4, 5]));
  expect(names()).toEqual(['TOBIAS', 'PURSER', 'RADIO VOICE', 'STOWAWAY']);
  await user.keyboard(' ');
  expect(onMove).not.toHaveBeenCalled();
});

test('shows viewers the list without handles', () => {
  render(<Cast isDisabled />);
  expect(page.getByRole('list', { name: 'Cast' }).children).toHaveLength(5);
  expect(page.queryByRole('button')).toBeNull();
});
