import { act, fireEvent, screen as page, render, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import type { Match } from '#screenplay/find.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import type { FindControls } from '../verbs/finding.ts';
import { FindBar } from './FindBar.tsx';
import type { SearchableElement } from './replacing.ts';

freshBrowser();

const script: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Mara counts the cars on the deck.'],
  ['character', 'MARA'],
  ['parenthetical', '(deck)'],
  ['dialogue', 'Deck one, deck two.'],
];

const onMatches = vi.fn<(matches: readonly Match[], activeIndex: number) => void>();
const onGo = vi.fn<(match: Match) => void>();
const onReplace = vi.fn<(edits: ScriptEdit[], label: string) => unknown>();
const onClose = vi.fn<(at: Match | null) => void>();
const controls = createRef<FindControls>();

interface Shown {
  lines?: [ElementType, string][];
  canWrite?: boolean;
  initialQuery?: string;
  withReplace?: boolean;
  startId?: number;
}

/** A script that takes the edits as the server would. */
function Script({ lines = script, ...props }: Shown) {
  const [isOpen, setIsOpen] = useState(false);
  const [elements, setElements] = useState<SearchableElement[]>(() =>
    lines.map(([elementType, content], index) => ({ id: index + 1, elementType, content, version: 5 })),
  );
  const apply = (edits: ScriptEdit[]) => {
    for (const edit of edits) {
      if (edit.type === 'delete') setElements((all) => all.filter(({ id }) => id !== edit.id));
      if (edit.type !== 'update') continue;
      const { content = '' } = edit.fields;
      setElements((all) => all.map((each) => (each.id === edit.id ? { ...each, content } : each)));
    }
  };
  return (
    <TooltipProvider>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <FindBar
          ref={controls}
          elements={elements}
          canWrite={props.canWrite ?? true}
          initialQuery={props.initialQuery ?? ''}
          withReplace={props.withReplace ?? false}
          startId={props.startId ?? null}
          onMatches={onMatches}
          onGo={onGo}
          onReplace={async (edits, label) => {
            await onReplace(edits, label);
            apply(edits);
          }}
          onClose={(at) => {
            onClose(at);
            setIsOpen(false);
          }}
        />
      )}
    </TooltipProvider>
  );
}

async function open(shown: Shown = {}) {
  const user = userEvent.setup();
  render(<Script {...shown} />);
  await user.click(page.getByRole('button', { name: 'Open' }));
  return user;
}

const input = () => page.getByRole('textbox', { name: 'Find' });
const withText = () => page.getByRole('textbox', { name: 'Replace with' });
const count = () => page.getByRole('status').textContent;
const press = (name: string | RegExp) => page.getByRole('button', { name });
/** The last place the script was asked to show. */
const shownAt = () => onGo.mock.lastCall?.[0];

beforeEach(() => {
  for (const spy of [onMatches, onGo, onReplace, onClose]) spy.mockReset();
});

describe('finding', () => {
  test('opens with the focus in the query, and the first place is shown while one types', async () => {
    const user = await open();
    expect(document.activeElement).toBe(input());
    await user.keyboard('deck');
    expect(count()).toBe('1 of 5');
    expect(shownAt()).toEqual({ elementId: 1, start: 9, end: 13 });
    expect(onMatches.mock.lastCall?.[0]).toHaveLength(5);
    expect(onMatches.mock.lastCall?.[1]).toBe(0);
    expect(document.activeElement).toBe(input());
  });

  test('Enter and Shift+Enter go through the places and over the ends', async () => {
    const user = await open();
    await user.keyboard('deck{Enter}');
    expect(shownAt()?.elementId).toBe(2);
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    expect(count()).toBe('5 of 5');
    expect(shownAt()).toEqual({ elementId: 5, start: 10, end: 14 });
    await user.keyboard('{Enter}');
    expect(count()).toBe('1 of 5');
  });

  test('leaves the keys that end a composition to the input method', async () => {
    const user = await open({ withReplace: true });
    await user.keyboard('deck');
    const key = { keyCode: 229, isComposing: false };
    fireEvent.keyDown(input(), { key: 'Enter', ...key });
    fireEvent.keyDown(input(), { key: 'Escape', ...key });
    fireEvent.keyDown(withText(), { key: 'Enter', ...key });
    expect([count(), onClose.mock.calls, onReplace.mock.calls]).toEqual(['1 of 5', [], []]);
  });

  test('F3 and the buttons go through the places too, and so do keys of the screen', async () => {
    const user = await open();
    await user.keyboard('deck{F3}{F3}');
    expect(count()).toBe('3 of 5');
    await user.keyboard('{Shift>}{F3}{/Shift}');
    expect(count()).toBe('2 of 5');
    await user.click(press(/^Next match/));
    await user.click(press(/^Next match/));
    await user.click(press(/^Previous match/));
    expect(count()).toBe('3 of 5');
    act(() => controls.current?.next());
    act(() => controls.current?.next());
    act(() => controls.current?.previous());
    expect(count()).toBe('4 of 5');
  });

  test('case and whole words narrow it', async () => {
    const user = await open({ lines: [['action', 'Deck, deck, decks.']] });
    await user.keyboard('deck');
    expect(count()).toBe('1 of 3');
    await user.click(press('Match case'));
    expect(count()).toBe('1 of 2');
    expect(press('Match case').getAttribute('aria-pressed')).toBe('true');
    await user.click(press('Whole word'));
    expect(count()).toBe('1 of 1');
    expect(shownAt()).toEqual({ elementId: 1, start: 6, end: 10 });
  });

  test('says that there is no match, and disables next and previous', async () => {
    const user = await open();
    await user.keyboard('zeppelin{Enter}');
    expect(count()).toBe('No matches');
    expect(press(/^Next match/)).toHaveProperty('disabled', true);
    expect(onGo).not.toHaveBeenCalled();
  });

  test('the search starts where the writer is', async () => {
    const user = await open({ startId: 3 });
    await user.keyboard('deck');
    expect(count()).toBe('3 of 5');
    expect(shownAt()?.elementId).toBe(4);
  });

  test('text that was selected is looked for, and Enter goes to the first place', async () => {
    const user = await open({ initialQuery: 'deck' });
    expect(input()).toHaveProperty('value', 'deck');
    expect(count()).toBe('1 of 5');
    expect(onGo).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(shownAt()?.elementId).toBe(1);
    act(() => controls.current?.focus('mara'));
    expect(count()).toBe('1 of 2');
    expect(page.queryByRole('textbox', { name: 'Replace with' })).toBeNull();
    act(() => controls.current?.focus(undefined, true));
    expect(withText()).toBeTruthy();
    expect(document.activeElement).toBe(input());
  });

  test('Escape without a place gives the focus back', async () => {
    const user = await open();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledWith(null);
    expect(document.activeElement?.textContent).toBe('Open');
    expect(onMatches).toHaveBeenLastCalledWith([], -1);
  });

  test('Escape at a place names it, for the element to have the focus', async () => {
    const user = await open();
    await user.keyboard('deck{Enter}{Escape}');
    expect(onClose).toHaveBeenCalledWith({ elementId: 2, start: 28, end: 32 });
  });

  test('announces nothing when typing moves no match', async () => {
    const bar = (elements: SearchableElement[]) => (
      <TooltipProvider>
        <FindBar
          elements={elements}
          canWrite
          initialQuery="deck"
          withReplace={false}
          onMatches={onMatches}
          onGo={onGo}
          onReplace={onReplace}
          onClose={onClose}
        />
      </TooltipProvider>
    );
    const first: SearchableElement = { id: 1, elementType: 'action', content: 'On deck.', version: 1 };
    const { rerender } = render(bar([first, { ...first, id: 2, content: 'Rain' }]));
    rerender(bar([first, { ...first, id: 2, content: 'Rain o' }]));
    expect(onMatches).toHaveBeenCalledOnce();
    rerender(bar([first, { ...first, id: 2, content: 'Rain on deck' }]));
    expect(onMatches).toHaveBeenCalledTimes(2);
    expect(count()).toBe('1 of 2');
    expect(onGo).not.toHaveBeenCalled();
  });

  test('offers no replacing to a reader', async () => {
    await open({ canWrite: false, withReplace: true });
    expect(page.queryByRole('textbox', { name: 'Replace with' })).toBeNull();
    expect(page.queryByRole('button', { name: 'Show replace' })).toBeNull();
  });
});

describe('replacing one place', () => {
  test('changes the element it is in and goes on to the next', async () => {
    const user = await open({ withReplace: true });
    await user.type(input(), 'deck');
    await user.type(withText(), 'bridge');
    await user.click(press('Replace'));
    expect(onReplace).toHaveBeenCalledWith(
      [{ type: 'update', id: 1, fields: { content: 'INT. CAR bridge - NIGHT' }, baseVersion: 5 }],
      'Replace',
    );
    await waitFor(() => expect(count()).toBe('1 of 4'));
    await waitFor(() => expect(shownAt()?.elementId).toBe(2));
  });

  test('does not find itself again', async () => {
    const user = await open({ withReplace: true, lines: [['action', 'ab ab']] });
    await user.type(input(), 'a');
    await user.type(withText(), 'aa{Enter}');
    await waitFor(() => expect(count()).toBe('3 of 3'));
    await waitFor(() => expect(shownAt()).toEqual({ elementId: 1, start: 4, end: 5 }));
  });

  test('asks before it deletes an element that would become empty', async () => {
    const user = await open({ withReplace: true, startId: 4 });
    await user.type(input(), 'deck');
    await user.click(press('Replace'));
    const question = await page.findByRole('alertdialog', { name: 'Delete the element?' });
    expect(onReplace).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(onReplace).toHaveBeenCalledWith([{ type: 'delete', id: 4, baseVersion: 5 }], 'Replace');
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(count()).toBe('3 of 4'));
  });

  test('is rejected with a reason when the element would become too long', async () => {
    const user = await open({ withReplace: true, lines: [['action', `a${'b'.repeat(19_999)}`]] });
    await user.type(input(), 'a');
    await user.type(withText(), 'aa{Enter}');
    expect(count()).toBe('The element would have more than 20,000 characters. It stays as it is.');
    expect(onReplace).not.toHaveBeenCalled();
  });

  test('stays in place when the server rejects it', async () => {
    onReplace.mockRejectedValue(new Error('conflict'));
    const user = await open({ withReplace: true });
    await user.type(input(), 'deck');
    await user.type(withText(), 'bridge{Enter}');
    await waitFor(() => expect(press('Replace')).toHaveProperty('disabled', false));
    expect(count()).toBe('1 of 5');
  });
});

describe('replacing all', () => {
  async function preview(shown: Shown = {}) {
    const user = await open({ withReplace: true, ...shown });
    await user.type(input(), 'deck');
    return user;
  }
  const look = async (user: UserEvent) => {
    await user.click(press('Replace all…'));
    await page.findByRole('dialog', { name: 'Replace all' });
  };
  const dialog = () => page.getByRole('dialog', { name: 'Replace all' });
  const rows = () => within(dialog()).getAllByRole('listitem');
  const boxes = () => within(dialog()).getAllByRole('checkbox');

  test('shows each place before and after, and those left out stay', async () => {
    const user = await preview();
    await user.type(withText(), 'bridge');
    await look(user);
    expect(rows().map((row) => row.querySelector('ins')?.textContent)).toEqual([
      'BRIDGE',
      'bridge',
      'bridge',
      'bridge',
      'bridge',
    ]);
    expect(rows()[1]?.textContent).toContain('Mara counts the cars on the deck.');
    await user.click(within(rows()[4] as HTMLElement).getByRole('checkbox'));
    await user.click(within(dialog()).getByRole('button', { name: 'Replace 4 of 5' }));
    expect(onReplace).toHaveBeenCalledOnce();
    const [edits, label] = onReplace.mock.lastCall ?? [];
    expect(label).toBe('Replace all');
    expect(edits?.map((edit) => edit.type === 'update' && edit.fields.content)).toEqual([
      'INT. CAR bridge - NIGHT',
      'Mara counts the cars on the bridge.',
      '(bridge)',
      'bridge one, deck two.',
    ]);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(count()).toBe('4 places replaced');
    await waitFor(() => expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Find' })));
  });

  test('all places are left out and taken in at once', async () => {
    const user = await preview();
    await user.type(withText(), 'bridge');
    await look(user);
    const all = within(dialog()).getByRole('checkbox', { name: 'All places' });
    await user.click(all);
    expect(within(dialog()).getByRole('button', { name: 'Replace 0 of 5' })).toHaveProperty('disabled', true);
    await user.click(boxes()[1] as HTMLElement);
    expect(all).toHaveProperty('indeterminate', true);
    await user.click(all);
    expect(within(dialog()).getByRole('button', { name: 'Replace 5 of 5' })).toBeTruthy();
  });

  test('elements without text stay, unless the writer has them deleted', async () => {
    const user = await preview();
    await look(user);
    expect(within(dialog()).getByText(/1 element would be left without text/)).toBeTruthy();
    expect(within(dialog()).getByRole('button', { name: 'Replace 4 of 5' })).toBeTruthy();
    await user.click(within(dialog()).getByRole('checkbox', { name: 'Delete it' }));
    await user.click(within(dialog()).getByRole('button', { name: 'Replace 5 of 5' }));
    expect(onReplace.mock.lastCall?.[0]).toContainEqual({ type: 'delete', id: 4, baseVersion: 5 });
  });

  test('draws only the visible ones of thousands of matches', async () => {
    const user = await preview({ lines: Array.from({ length: 3000 }, () => ['action', 'On deck.']) });
    await user.type(withText(), 'shore');
    await look(user);
    expect(rows().length).toBeLessThan(30);
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('3000');
    expect(within(dialog()).getByRole('button', { name: 'Replace 3000 of 3000' })).toBeTruthy();
  });

  test('Escape leaves the preview, and the bar stays', async () => {
    const user = await preview();
    await look(user);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(press('Replace all…')));
  });
});
