import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateBeat } from '#shared/contract/beats.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { createMouse } from '#web/ui/reorder/testing.ts';
import { atThePlan, cardOf, lists, openPlan } from './testing.tsx';

freshBrowser();

const spoken = () => document.querySelector('[aria-live=assertive]')?.textContent;

let mouse: ReturnType<typeof createMouse>;

beforeEach(() => {
  mouse = createMouse();
});

afterEach(() => mouse.remove());

const beatCard = (title: string) => {
  const card = page.getByRole('heading', { name: title }).closest('li');
  if (!card) throw new Error(`${title} is on no card`);
  return card;
};

type Plan = Awaited<ReturnType<typeof atThePlan>>;

const moves = (server: Plan) => server.sent().filter(({ method }) => method === 'PATCH');

async function carry(title: string, onto: Element | null) {
  await mouse.lift(beatCard(title));
  await mouse.moveOver(onto);
}

async function drag(title: string, onto: Element | null) {
  await carry(title, onto);
  await mouse.drop();
}

async function open() {
  const server = await atThePlan();
  const opened = openPlan(server);
  await cardOf('Departure');
  return { server, ...opened };
}

const place = (actNumber: number, sequenceId: number | null | undefined, orderIndex: number) => ({
  actNumber,
  sequenceId,
  orderIndex,
});

const actArea = (title: string) => page.getByRole('region', { name: new RegExp(title) });
const sequenceArea = (name: string) => page.getByRole('heading', { name });

describe('by mouse', () => {
  test('dropping on an act appends to its loose beats', async () => {
    const { server } = await open();
    await drag('The captain', actArea('The Count'));
    expect(await page.findByText('Beat moved to Act 2')).toBeTruthy();
    expect(page.getByText('Beat moved')).toBeTruthy();
    expect(moves(server)).toEqual([
      { method: 'PATCH', path: `/story-beats/${server.beat(101)}`, body: place(2, null, 1) },
    ]);
    expect(lists()['Loose beats of act 2']).toEqual(['The manifest', 'The captain']);
    expect(lists()['Loose beats of act 1']).toEqual(['The log']);
  });

  test('dropping on a sequence appends to it, in its act', async () => {
    const { server } = await open();
    await drag('The captain', sequenceArea('Door to door'));
    expect(await page.findByText('Beat moved to sequence in Act 2')).toBeTruthy();
    expect(moves(server)[0]?.body).toEqual(place(2, server.sequence(6), 1));
    expect(lists()['Beats of Door to door']).toEqual(['The odd side', 'The captain']);
  });

  test('dropping on a beat takes its act, sequence and position', async () => {
    const { server } = await open();
    await drag('The captain', beatCard('Mara counts'));
    await page.findByText('Beat moved to sequence in Act 1');
    expect(moves(server)[0]?.body).toEqual(place(1, server.sequence(5), 1));
    expect(lists()['Beats of Boarding']).toEqual(['Forty cars', 'The captain', 'Mara counts']);
    expect(
      (await server.beats())
        .map(({ title, sequenceId, orderIndex }) => [title, sequenceId, orderIndex])
        .sort(),
    ).toEqual([
      ['Forty cars', server.sequence(5), 0],
      ['Mara counts', server.sequence(5), 2],
      ['The captain', server.sequence(5), 1],
      ['The log', null, 0],
      ['The manifest', null, 0],
      ['The odd side', server.sequence(6), 0],
    ]);
  });

  test('reorders within one list', async () => {
    const { server } = await open();
    await drag('The captain', beatCard('The log'));
    await page.findByText('Beat moved to Act 1');
    expect(moves(server)[0]?.body).toEqual(place(1, null, 1));
    expect(lists()['Loose beats of act 1']).toEqual(['The log', 'The captain']);
  });

  test('shows a slot at the target, which stays under the pointer', async () => {
    await open();
    await carry('The captain', beatCard('Mara counts'));
    const there = ['Forty cars', 'Lands here', 'Mara counts'];
    expect(lists()['Beats of Boarding']).toEqual(there);
    await mouse.moveOver(page.getByText('Lands here'));
    expect(lists()['Beats of Boarding']).toEqual(there);
    await mouse.drop();
    expect(lists()['Beats of Boarding']).toEqual(['Forty cars', 'The captain', 'Mara counts']);
    await page.findByText('Beat moved to sequence in Act 1');
  });

  test.each<[string, () => Element | null]>([
    ['itself', () => beatCard('The log')],
    ['its own act, where it is the last', () => actArea('Departure')],
    ['outside of the board', () => null],
  ])('dropping on %s sends nothing', async (_what, onto) => {
    const { server } = await open();
    await drag('The log', onto());
    expect(lists()).toMatchObject({ 'Loose beats of act 1': ['The captain', 'The log'] });
    expect(server.sent()).toEqual([]);
  });

  test('Escape cancels the move', async () => {
    const { server } = await open();
    await carry('The captain', actArea('The Count'));
    await act(async () => void fireEvent.keyDown(beatCard('The captain'), { key: 'Escape' }));
    await waitFor(() => expect(page.queryByText('Lands here')).toBeNull());
    expect(server.sent()).toEqual([]);
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Move The captain' }));
  });

  test('a press on the card that does not move is no drag', async () => {
    const { server } = await open();
    await mouse.press(beatCard('The captain'));
    await mouse.drop();
    expect(server.sent()).toEqual([]);
  });
});

test('a drag is announced like a move by keyboard', async () => {
  await open();
  await carry('The captain', beatCard('Mara counts'));
  expect(spoken()).toBe('The captain, Boarding, act 1, place 2 of 3');
  await mouse.drop();
  expect(spoken()).toBe('The captain dropped, Boarding, act 1, place 2 of 3');
  await page.findByText('Beat moved to sequence in Act 1');
});

describe("the server's answer", () => {
  test('the move is optimistic, and reverted when the server rejects it', async () => {
    const { server } = await open();
    const release = server.network.hold(updateBeat);
    await drag('The captain', actArea('The Count'));
    await waitFor(() => expect(lists()['Loose beats of act 2']).toEqual(['The manifest', 'The captain']));
    release('rejected');
    expect(await page.findByText('Failed to move beat. Please try again.')).toBeTruthy();
    expect(page.getByText('Error')).toBeTruthy();
    await waitFor(() => expect(lists()['Loose beats of act 1']).toEqual(['The captain', 'The log']));
  });

  test('sends two quick moves one after another, the second based on the first', async () => {
    const { server } = await open();
    const release = server.network.hold(updateBeat);
    await drag('The captain', actArea('The Count'));
    await waitFor(() => expect(lists()['Loose beats of act 2']).toHaveLength(2));
    await drag('The log', actArea('The Count'));
    const both = ['The manifest', 'The captain', 'The log'];
    await waitFor(() => expect(lists()['Loose beats of act 2']).toEqual(both));
    expect(moves(server).map(({ path }) => path)).toEqual([`/story-beats/${server.beat(101)}`]);
    release();
    await waitFor(() => expect(moves(server)).toHaveLength(2));
    expect(moves(server)[1]).toMatchObject({
      path: `/story-beats/${server.beat(102)}`,
      body: place(2, null, 2),
    });
    await page.findByText('Beat moved to Act 2');
    expect(lists()['Loose beats of act 2']).toEqual(both);
  });

  test('refetches after a rejection, and no longer shows a deleted sequence', async () => {
    const { server } = await open();
    await server.as('eddie').delete(`/api/sequences/${server.sequence(6)}`);
    await drag('The captain', sequenceArea('Door to door'));
    await page.findByText('Failed to move beat. Please try again.');
    await waitFor(() => expect(page.queryByText('Door to door')).toBeNull());
  });
});

describe('by keyboard', () => {
  async function lift(title: string) {
    const opened = await open();
    page.getByRole('button', { name: `Move ${title}` }).focus();
    await opened.user.keyboard(' ');
    return opened;
  }

  test('End moves to the last position of the board and Home to the first; keys with Ctrl do nothing', async () => {
    const { user } = await lift('The captain');
    await user.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(spoken()).toBe('The captain picked up, loose beats of act 1, place 1 of 2');
    await user.keyboard('{End}');
    expect(spoken()).toBe('The captain, loose beats of act 2, place 2 of 2');
    await user.keyboard('{Home}');
    expect(spoken()).toBe('The captain, Boarding, act 1, place 1 of 3');
  });

  test('Space lifts, arrows move, Space drops, and every step is announced', async () => {
    const { server, user } = await lift('The captain');
    expect(spoken()).toBe('The captain picked up, loose beats of act 1, place 1 of 2');
    await user.keyboard('{ArrowUp}');
    expect(spoken()).toBe('The captain, Boarding, act 1, place 3 of 3');
    expect(lists()['Beats of Boarding']).toEqual(['Forty cars', 'Mara counts', 'Lands here']);
    await user.keyboard('{ArrowRight}');
    expect(spoken()).toBe('The captain, loose beats of act 2, place 1 of 2');
    expect(server.sent()).toEqual([]);
    await user.keyboard(' ');
    expect(spoken()).toBe('The captain dropped, loose beats of act 2, place 1 of 2');
    await page.findByText('Beat moved to Act 2');
    expect(moves(server)[0]?.body).toEqual(place(2, null, 0));
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Move The captain' }));
  });

  test.each([
    ['Escape', '{Escape}'],
    ['leaving the handle', '{Tab}'],
  ])('%s cancels the move', async (_how, keys) => {
    const { server, user } = await lift('The captain');
    await user.keyboard(`{ArrowRight}${keys}`);
    expect(spoken()).toBe('The captain put back, loose beats of act 1, place 1 of 2');
    expect(page.queryByText('Lands here')).toBeNull();
    expect(server.sent()).toEqual([]);
  });

  test('sends nothing when dropped at its own position', async () => {
    const { server, user } = await lift('The captain');
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(spoken()).toBe('The captain put back, loose beats of act 1, place 1 of 2');
    expect(server.sent()).toEqual([]);
  });

  test('a mouse click on the handle does not lift the card', async () => {
    const { user } = await open();
    await user.click(page.getByRole('button', { name: 'Move The captain' }));
    expect(spoken()).toBe('');
  });
});

describe('by menu', () => {
  async function choose(title: string, item: string) {
    const opened = await open();
    await opened.user.click(page.getByRole('button', { name: `Menu of ${title}` }));
    await opened.user.click(page.getByRole('menuitem', { name: item }));
    return opened;
  }

  test('Move to… lists the acts and sequences, and appends to the chosen one', async () => {
    const { server, user } = await choose('The captain', 'Move to…');
    const dialog = within(page.getByRole('dialog', { name: 'Move beat' }));
    const homes = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(homes).toEqual(['Act 1: DepartureIt is here', 'Boarding', 'Act 2: The Count', 'Door to door']);
    await user.click(dialog.getByRole('button', { name: 'Door to door' }));
    expect(await page.findByText('Beat moved to sequence in Act 2')).toBeTruthy();
    expect(moves(server)[0]?.body).toEqual(place(2, server.sequence(6), 1));
    const handle = page.getByRole('button', { name: 'Move The captain' });
    await waitFor(() => expect(document.activeElement).toBe(handle));
  });

  test('Move up and Move down move by one position, if there is one', async () => {
    const { server, user } = await choose('The captain', 'Move down');
    expect(spoken()).toBe('The captain, loose beats of act 1, place 2 of 2');
    await page.findByText('Beat moved to Act 1');
    expect(moves(server)[0]?.body).toEqual(place(1, null, 1));
    await user.click(page.getByRole('button', { name: 'Menu of The captain' }));
    const down = page.getByRole('menuitem', { name: 'Move down' });
    expect(down.getAttribute('aria-disabled')).toBe('true');
  });
});

test('a viewer drags nothing', async () => {
  const server = await atThePlan({ user: 'vic' });
  openPlan(server);
  await cardOf('Departure');
  await drag('The captain', actArea('The Count'));
  expect(server.sent()).toEqual([]);
});
