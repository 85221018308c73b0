import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Suggestion } from '#shared/contract/assistant.ts';
import { ApiError } from '#web/lib/api.ts';
import { builtIn, freshBrowser, isOff, json, logged, priced, rejection } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { AssistantServer, aContext, aSuggestion, openAssistant } from './testing.tsx';

freshBrowser();
beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const user = userEvent.setup();
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const cards = () => screen.queryAllByRole('article');
const titles = () => cards().map((card) => within(card).getByRole('heading').textContent);
const card = (name: string) => screen.getByRole('article', { name });
const on = (name: string) => within(card(name));
const counts = () => screen.getByText(/applied, /).textContent;
const problem = () => screen.queryByRole('alert')?.textContent;
const improving = '/projects/PrQTbI/generate-improvements';

/** Open the tab, and request these suggestions. */
async function openWith(
  suggestions: Suggestion[],
  props: Parameters<typeof openAssistant>[1] = {},
  server = new AssistantServer(),
) {
  server.suggestions = suggestions;
  const opened = openAssistant(server, { tab: 'suggestions', ...props });
  await user.click(button('Suggest improvements'));
  await waitFor(() => expect(cards()).toHaveLength(suggestions.length));
  return { server, ...opened };
}

/** Three suggestions about three lines. Suggestions for the same words would share a card. */
const three = () => [
  aSuggestion({ description: 'One', elementId: 7 }),
  aSuggestion({ description: 'Two', elementId: 8, type: 'replace' }),
  aSuggestion({ description: 'Three', elementId: 9 }),
];

describe('a suggestion', () => {
  test('shows its type, description, confidence and reason', async () => {
    await openWith([aSuggestion({ reasoning: 'A date explains.' })]);
    const shown = on('Let the ticket carry the threat');
    for (const text of ['Modify', 'A date explains.', 'High confidence']) {
      expect(shown.getByText(text)).toBeTruthy();
    }
    expect(cards()[0]?.textContent).toContain('86%');
  });

  test.each([
    ['replace', 'Replace'],
    ['modify', 'Modify'],
    ['insert_before', 'Insert before'],
    ['insert_after', 'Insert after'],
  ] as const)('of type %s reads %s', async (type, label) => {
    await openWith([aSuggestion({ type })]);
    expect(screen.getByText(label)).toBeTruthy();
  });

  test.each([
    [1, 'green', '100%', 'High'],
    [0.8, 'green', '80%', 'High'],
    [0.79, 'yellow', '79%', 'Medium'],
    [0.6, 'yellow', '60%', 'Medium'],
    [0.59, 'red', '59%', 'Low'],
    [0, 'red', '0%', 'Low'],
  ])('with a confidence of %f, is %s and shows %s, %s', async (confidence, colour, percent, word) => {
    await openWith([aSuggestion({ confidence })]);
    const shown = screen.getByText(`${word} confidence`).parentElement;
    expect([shown?.dataset.colour, shown?.textContent]).toEqual([colour, `${percent}${word} confidence`]);
    expect(shown?.querySelectorAll('rect')[1]?.getAttribute('width')).toBe(
      String(Number.parseInt(percent, 10)),
    );
  });

  test('marks the differences of both texts by word, and can be collapsed', async () => {
    await openWith([
      aSuggestion({ originalContent: 'one suitcase', suggestedContent: 'a return ticket, one suitcase' }),
    ]);
    const [original, suggested] = screen.getAllByRole('definition');
    expect([original?.textContent, suggested?.textContent]).toEqual([
      'one suitcase',
      'a return ticket, one suitcase',
    ]);
    expect(suggested?.querySelector('ins')?.textContent?.trim()).toBe('a return ticket,');
    expect([original?.querySelector('ins'), suggested?.querySelector('del')]).toEqual([null, null]);
    const detail = original?.closest('details');
    expect(detail?.open).toBe(true);
    await user.click(screen.getByText('Original and suggested'));
    expect(detail?.open).toBe(false);
  });

  test('shows the position of an insertion', async () => {
    await openWith([
      aSuggestion({
        type: 'insert_after',
        elementType: 'action',
        characterName: null,
        suggestedContent: 'Rain.',
      }),
    ]);
    const [original, suggested] = screen.getAllByRole('definition');
    expect(original?.textContent).toBe('Nothing is changed; a new element comes after it.');
    expect(suggested?.textContent).toBe('ActionRain.');
  });

  test('is shown as text, markup included, at any length', async () => {
    const hostile = '<img src=x onerror="alert(1)">';
    const name = `<b>${'N'.repeat(60)}</b>`;
    await openWith([
      aSuggestion({
        type: 'insert_before',
        description: `${hostile}${'x'.repeat(400)}`,
        reasoning: hostile,
        suggestedContent: `${hostile} ${'y'.repeat(19_000)}`,
        characterName: name,
      }),
      aSuggestion({ originalContent: hostile, suggestedContent: '<script>alert(2)</script>' }),
    ]);
    const list = screen.getByRole('region', { name: 'Suggestions' });
    expect(list.querySelector('img, script, b')).toBeNull();
    expect(list.textContent).toContain(`Dialogue, ${name}${hostile}`);
    expect(list.textContent).toContain('<script>alert(2)</script>');
  });

  test('links to its element', async () => {
    const onGo = vi.fn();
    await openWith([aSuggestion({ elementId: 9 })], { onGo });
    await user.click(button('Show in script'));
    expect(onGo.mock.calls).toEqual([[9]]);
  });
});

describe('accepting and rejecting', () => {
  test('remove the suggestion from the list, and are counted', async () => {
    const onApply = vi.fn(async () => undefined);
    const suggestions = three();
    await openWith(suggestions, { onApply });
    expect(counts()).toBe('0 applied, 0 rejected');
    await user.click(on('Two').getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(titles()).toEqual(['One', 'Three']));
    await user.click(on('One').getByRole('button', { name: 'Reject' }));
    await user.click(on('Three').getByRole('button', { name: 'Reject' }));
    expect([cards(), counts()]).toEqual([[], '1 applied, 2 rejected']);
    expect(onApply.mock.calls).toEqual([[suggestions[1], null]]);
  });

  test('apply once when pressed several times', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onApply = vi.fn(() => promise);
    await openWith([aSuggestion({ description: 'One' })], { onApply });
    await user.click(button('Accept'));
    expect([button('Accept').disabled, button('Reject').disabled]).toEqual([true, true]);
    await user.click(button('Accept'));
    expect(document.activeElement).toBe(card('One'));
    await user.keyboard('{Enter}{Backspace}');
    expect([onApply.mock.calls.length, titles()]).toEqual([1, ['One']]);
    await act(async () => resolve());
    await waitFor(() => expect(counts()).toBe('1 applied, 0 rejected'));
  });

  test.each([
    [409, '"One" no longer fits: this element changed since the suggestion was made.'],
    [404, '"One" no longer fits: its element was deleted.'],
    [500, '"One" could not be applied. Please try again.'],
  ])(
    'keep the suggestion in the list and show the reason when the server answers %i',
    async (status, message) => {
      const onApply = () => Promise.reject(new ApiError(status, 'No', '{}'));
      await openWith([aSuggestion({ description: 'One' })], { onApply });
      await user.click(button('Accept'));
      await waitFor(() => expect(problem()).toBe(message));
      expect(logged()).toEqual(['Failed to apply suggestion']);
      expect([titles(), counts(), button('Accept').disabled]).toEqual([
        ['One'],
        '0 applied, 0 rejected',
        false,
      ]);
      await user.click(button('Reject'));
      expect([cards(), problem()]).toEqual([[], undefined]);
    },
  );

  test('are hidden from users who cannot edit the script', async () => {
    await openWith(three(), { role: 'commenter', isWritable: false });
    for (const name of ['Accept', 'Reject', 'Accept all']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    act(() => card('One').focus());
    await user.keyboard('{Enter}{Backspace}');
    expect([titles(), counts()]).toEqual([['One', 'Two', 'Three'], '0 applied, 0 rejected']);
  });

  test('accept all suggestions of a type, one after another, as one undo step', async () => {
    const under = { now: 0, max: 0 };
    const onApply = vi.fn(async (_suggestion: Suggestion, _group: string | null) => {
      under.now += 1;
      under.max = Math.max(under.max, under.now);
      await Promise.resolve();
      under.now -= 1;
    });
    await openWith(three(), { onApply });
    await user.click(button('Accept all'));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Replace (1)',
      'Modify (2)',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Modify (2)' }));
    await waitFor(() => expect(titles()).toEqual(['Two']));
    expect(onApply.mock.calls.map(([{ description }]) => description)).toEqual(['One', 'Three']);
    const groups = onApply.mock.calls.map(([, group]) => group);
    expect([typeof groups[0], groups[1]]).toEqual(['string', groups[0]]);
    expect([under.max, counts()]).toEqual([1, '2 applied, 0 rejected']);
  });

  test('keep the suggestions that no longer fit when all are accepted', async () => {
    const onApply = async ({ description }: Suggestion) => {
      if (description === 'One') throw new ApiError(409, 'Conflict', '{}');
    };
    await openWith(three(), { onApply });
    await user.click(button('Accept all'));
    await user.click(screen.getByRole('menuitem', { name: 'Modify (2)' }));
    await waitFor(() => expect(titles()).toEqual(['One', 'Two']));
    expect(problem()).toContain('"One" no longer fits');
    expect(logged()).toEqual(['Failed to apply suggestion']);
  });
});

describe('a habit', () => {
  const habit = 'Camera talk: “we see”';
  const seen = () => [
    aSuggestion({ description: 'One', elementId: 7, habit }),
    aSuggestion({ description: 'Two', elementId: 8, habit, type: 'note' }),
    aSuggestion({ description: 'Three', elementId: 9, habit }),
  ];
  const open = async (props: Parameters<typeof openWith>[1] = {}) => {
    const server = new AssistantServer();
    server.suggestions = seen();
    openAssistant(server, { tab: 'suggestions', ...props });
    await user.click(button('Suggest improvements'));
    await waitFor(() => expect(cards()).toHaveLength(1));
  };
  const place = () => screen.getByText(/^Place /).textContent;

  test('is one card with its count, whose places are decided one by one', async () => {
    const onApply = vi.fn(async () => undefined);
    await open({ onApply });
    expect([titles(), place()]).toEqual([[`${habit}, 3 times`], 'Place 1 of 3']);
    await user.click(button('Accept'));
    await waitFor(() => expect([titles(), place()]).toEqual([[`${habit}, 2 times`], 'Place 1 of 2']));
    expect([screen.queryByRole('button', { name: 'Accept' }), counts()]).toEqual([
      null,
      '1 applied, 0 rejected',
    ]);
    await user.click(button('Reject'));
    await waitFor(() => expect(titles()).toEqual(['Three']));
  });

  test('is accepted or rejected as a whole', async () => {
    const onApply = vi.fn(async (_suggestion: Suggestion, _group: string | null) => undefined);
    await open({ onApply });
    await user.click(button('Accept 2'));
    await waitFor(() => expect([titles(), counts()]).toEqual([['Two'], '2 applied, 0 rejected']));
    expect(new Set(onApply.mock.calls.map(([, group]) => group)).size).toBe(1);
  });

  test('stays rejected for the same text after a reload', async () => {
    await open();
    await user.click(button('Reject 3'));
    await waitFor(() => expect([cards(), counts()]).toEqual([[], '0 applied, 3 rejected']));
    await user.click(button('Suggest improvements'));
    expect(await screen.findByText('Nothing to improve here')).toBeTruthy();
    const server = new AssistantServer();
    server.suggestions = [
      ...seen(),
      aSuggestion({ description: 'New', elementId: 7, originalContent: 'two' }),
    ];
    openAssistant(server, { tab: 'suggestions' });
    await user.click(screen.getAllByRole('button', { name: 'Suggest improvements' }).at(-1) as HTMLElement);
    await waitFor(() => expect(titles()).toEqual(['New']));
  });
});

describe('the keyboard', () => {
  test('moves with arrows, Home and End, and stops at the ends', async () => {
    await openWith(three());
    act(() => card('One').focus());
    const focused = () => document.activeElement?.querySelector('h2')?.textContent;
    const focusAfter = async (key: string) => {
      await user.keyboard(`{${key}}`);
      return focused();
    };
    expect(await focusAfter('ArrowUp')).toBe('One');
    expect(await focusAfter('ArrowDown')).toBe('Two');
    expect(await focusAfter('End')).toBe('Three');
    expect(await focusAfter('ArrowDown')).toBe('Three');
    expect(await focusAfter('ArrowUp')).toBe('Two');
    expect(await focusAfter('Home')).toBe('One');
    expect(cards().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  });

  test('accepts with Enter and rejects with Backspace, and goes on to the next', async () => {
    const onApply = vi.fn(async () => undefined);
    await openWith(three(), { onApply });
    const after = vi.fn();
    document.addEventListener('keydown', after);
    act(() => card('Two').focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(titles()).toEqual(['One', 'Three']));
    expect(document.activeElement).toBe(card('Three'));
    await user.keyboard('{Backspace}');
    expect(document.activeElement).toBe(card('One'));
    await user.keyboard('{Backspace}');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Suggestions' }));
    document.removeEventListener('keydown', after);
    expect([counts(), onApply.mock.calls.length]).toEqual(['1 applied, 2 rejected', 1]);
    expect(after).not.toHaveBeenCalled();
  });

  test('presses the focused button instead of deciding on the card', async () => {
    const onApply = vi.fn(async () => undefined);
    await openWith([aSuggestion({ description: 'One' })], { onApply });
    act(() => button('Reject').focus());
    await user.keyboard('{Enter}');
    expect([counts(), onApply.mock.calls]).toEqual(['0 applied, 1 rejected', []]);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('ignores keys with %s', async (key) => {
    await openWith([aSuggestion({ description: 'One' })]);
    fireEvent.keyDown(card('One'), { key: 'Backspace', [key]: true });
    expect(titles()).toEqual(['One']);
  });
});

describe('suggestions', () => {
  test('requests suggestions for the selected element and text with an idempotency key', async () => {
    const context = aContext({ selectedText: 'one suitcase' });
    const { server } = await openWith([aSuggestion()], { context });
    const requests = server.sent.filter(({ path }) => path === improving);
    expect(requests.map(({ body }) => body)).toEqual([
      {
        selectedElement: {
          id: 7,
          elementType: 'dialogue',
          content: 'She came aboard with *one suitcase*.',
          characterName: 'TOBIAS',
        },
        selectedText: 'one suitcase',
      },
    ]);
    expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  test('are appended without duplicates', async () => {
    const first = aSuggestion({ description: 'One' });
    const { server } = await openWith([first]);
    server.suggestions = [first, aSuggestion({ description: 'Two', elementId: 8 })];
    await user.click(button('Suggest improvements'));
    await waitFor(() => expect(titles()).toEqual(['One', 'Two']));
  });

  test('stay with their counts while the panel is closed, until the page is closed', async () => {
    const { server, change, close } = await openWith(three());
    await user.click(on('One').getByRole('button', { name: 'Reject' }));
    change({ tab: 'chat' });
    expect(cards()).toEqual([]);
    change({ tab: 'suggestions' });
    expect([titles(), counts()]).toEqual([['Two', 'Three'], '0 applied, 1 rejected']);
    close();
    openAssistant(server, { tab: 'suggestions' });
    expect([cards(), counts()]).toEqual([[], '0 applied, 0 rejected']);
  });

  test('lists all of two hundred suggestions', async () => {
    await openWith(
      Array.from({ length: 200 }, (_, i) => aSuggestion({ description: `No. ${i}`, elementId: i + 1 })),
    );
    expect(titles().at(-1)).toBe('No. 199');
  });

  test('explains how to get suggestions when there are none', async () => {
    const { server } = await openWith([], {});
    expect(await screen.findByText('Nothing to improve here')).toBeTruthy();
    server.suggestions = [aSuggestion({ description: 'One' })];
    await user.click(button('Suggest improvements'));
    await waitFor(() => expect(titles()).toEqual(['One']));
  });

  test('explains what to do before the first request', () => {
    openAssistant(new AssistantServer(), { tab: 'suggestions' });
    expect(screen.getByText('No suggestions yet')).toBeTruthy();
    expect(screen.getByText(/^Select a line or some words/)).toBeTruthy();
  });

  test('cancels a pending request', async () => {
    const server = new AssistantServer();
    const { promise } = Promise.withResolvers<Response>();
    server.instead = ({ path }) => (path === improving ? promise : undefined);
    openAssistant(server, { tab: 'suggestions' });
    await user.click(button('Suggest improvements'));
    expect(screen.getByText('Reading the script...')).toBeTruthy();
    expect(isOff(button('Suggest improvements'))).toBe(true);
    await user.click(button('Stop'));
    await waitFor(() => expect(isOff(button('Suggest improvements'))).toBe(false));
    expect([problem(), screen.queryByText('Reading the script...')]).toEqual([undefined, null]);
  });

  test('charges once when a request is repeated after a network failure', async () => {
    const server = new AssistantServer();
    server.instead = ({ path }) =>
      path === improving ? Promise.reject(new TypeError('Failed to fetch')) : undefined;
    openAssistant(server, { tab: 'suggestions' });
    for (let times = 1; times <= 3; times++) {
      if (times === 2) server.instead = null;
      await user.click(button('Suggest improvements'));
      await waitFor(() => expect(isOff(button('Suggest improvements'))).toBe(false));
    }
    const keys = server.sent
      .filter(({ path }) => path === improving)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  test.each([
    [
      'There is no script content to improve yet.',
      () => rejection(400, 'There is no script content to improve yet.'),
    ],
    ['Suggestions could not be made. Please try again.', () => Promise.reject(new TypeError('Failed'))],
  ])('show why they could not be made: %s', async (message, answer) => {
    const server = new AssistantServer();
    server.instead = ({ path }) => (path === improving ? answer() : undefined);
    openAssistant(server, { tab: 'suggestions' });
    await user.click(button('Suggest improvements'));
    await waitFor(() => expect(problem()).toBe(message));
    expect(isOff(button('Suggest improvements'))).toBe(false);
  });

  test('offers to buy credits when they are missing', async () => {
    const server = new AssistantServer();
    server.instead = ({ path }) => (path === improving ? json({ code: 'out_of_credits' }, 402) : undefined);
    openAssistant(server, { tab: 'suggestions' });
    await user.click(button('Suggest improvements'));
    await waitFor(() =>
      expect(currentToasts().filter(({ isOpen }) => isOpen)).toMatchObject([
        { title: 'Out of credits', action: { label: 'Buy Credits' } },
      ]),
    );
    expect(problem()).toBeUndefined();
  });

  test('show their price before the press', async () => {
    const server = new AssistantServer();
    server.ai = priced;
    await openWith([aSuggestion()], {}, server);
    expect(screen.getByText('Up to 0.15 credits')).toBeTruthy();
    expect(await screen.findByText('411.5 credits left')).toBeTruthy();
  });

  test('warns before the press, with a way to buy credits, when the price may exceed the balance', async () => {
    const server = new AssistantServer();
    server.ai = { ...priced, creditBalance: 0.11 };
    openAssistant(server, { tab: 'suggestions' });
    expect((await screen.findByText(/than you have/)).textContent).toBe(
      'This may cost more than you have. Buy Credits',
    );
    expect(screen.getByRole('link', { name: 'Buy Credits' }).getAttribute('href')).toBe('/buy-credits');
    expect(server.sent.map(({ path }) => path)).not.toContain(improving);
  });

  test('show the price for the selection once it is known', async () => {
    const server = new AssistantServer();
    server.ai = priced;
    server.offerPrice = { upTo: 0.31 };
    openAssistant(server, { tab: 'suggestions' });
    expect(await screen.findByText('Up to 0.31 credits')).toBeTruthy();
  });

  test('disables the request when there is no price', async () => {
    const server = new AssistantServer();
    server.ai = { ...builtIn, improvementsPrice: null };
    openAssistant(server, { tab: 'suggestions' });
    expect(await screen.findByText('This AI feature is currently unavailable.')).toBeTruthy();
    expect(isOff(button('Suggest improvements'))).toBe(true);
  });

  test('cannot be requested by viewers', () => {
    openAssistant(new AssistantServer(), { tab: 'suggestions', role: 'viewer', isWritable: false });
    expect(screen.queryByRole('button', { name: 'Suggest improvements' })).toBeNull();
    expect(screen.getByText('You need comment access to use the assistant.')).toBeTruthy();
  });
});
