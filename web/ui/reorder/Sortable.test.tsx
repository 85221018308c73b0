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

/** Opens the cast and goes to someone's handle. */
function at(name: string, given: Given = {}) {
  render(<Cast {...given} />);
  handle(name).focus();
  return userEvent.setup();
}

test('Space picks up, arrows move, Space drops: the caller hears all ids, and the one moved, once', async () => {
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

test('Enter picks up and drops too, and the focus stays on the handle', async () => {
  const user = at('PURSER');
  await user.keyboard('{Enter}{ArrowUp}{Enter}');
  expect(onMove.mock.calls).toEqual([[[7, 9, 3, 4, 5], 9]]);
  expect(document.activeElement).toBe(handle('PURSER'));
});

test('Escape puts back what was moved, and so does leaving the handle', async () => {
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

test('arrow keys without a pick-up, and those with Ctrl, move nothing', async () => {
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

/** Two side by side: jsdom lays nothing out. */
function inTwoColumns() {
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLLIElement,
  ) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect((index % 2) * 100, Math.floor(index / 2) * 50, 100, 50);
  });
}

test('moves in both directions in a grid by arrow keys; down from the last full row leads to the last item', async () => {
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

test('written from right to left, the left arrow leads on', async () => {
  inTwoColumns();
  document.documentElement.dir = 'rtl';
  document.body.style.direction = 'rtl';
  const user = at('MARA', { layout: 'grid' });
  await user.keyboard(' {ArrowLeft}');
  document.body.style.direction = '';
  expect(spoken()).toBe('MARA, place 2 of 5');
});

test('the new order stays while the caller saves it, and goes when that is rejected', async () => {
  const answer = Promise.withResolvers<void>();
  onMove.mockReturnValue(answer.promise);
  const user = at('MARA');
  await user.keyboard(' {ArrowDown} ');
  expect(names()).toEqual(['TOBIAS', 'MARA', 'PURSER', 'RADIO VOICE', 'STOWAWAY']);
  await act(async () => answer.reject(new Error('No')));
  expect(names()).toEqual([...cast.values()]);
});

test('when the caller takes the order over and rolls it back, the list follows', async () => {
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

test('the one in the hand may be deleted by others', async () => {
  const user = at('MARA');
  await user.keyboard(' {ArrowDown}');
  act(() => setIds([3, 9, 4, 5]));
  expect(names()).toEqual(['TOBIAS', 'PURSER', 'RADIO VOICE', 'STOWAWAY']);
  await user.keyboard(' ');
  expect(onMove).not.toHaveBeenCalled();
});

test('shows a reader the list without handles', () => {
  render(<Cast isDisabled />);
  expect(page.getByRole('list', { name: 'Cast' }).children).toHaveLength(5);
  expect(page.queryByRole('button')).toBeNull();
});
