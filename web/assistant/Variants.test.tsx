import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Suggestion } from '#shared/contract/assistant.ts';
import { ApiError } from '#web/lib/api.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { cardsOf } from './cards.ts';
import { AssistantServer, aSuggestion, openAssistant } from './testing.tsx';

freshBrowser();

const user = userEvent.setup();
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((title) => title.textContent);
const card = () => screen.getByRole('article');
const position = () => within(card()).getByText(/^Variant /).textContent;
const counts = () => screen.getByText(/applied, /).textContent;

/** Three variants, each with its own text, reason and confidence. */
const ways = () => [
  aSuggestion({
    description: 'Shorter',
    suggestedContent: 'a case',
    reasoning: 'Few words.',
    confidence: 0.9,
  }),
  aSuggestion({ description: 'Odder', suggestedContent: 'one trunk', reasoning: 'Old.', confidence: 0.7 }),
  aSuggestion({
    description: 'Longer',
    suggestedContent: 'one tired suitcase',
    reasoning: 'Age.',
    confidence: 0.5,
  }),
];

async function openWith(suggestions: Suggestion[], props: Parameters<typeof openAssistant>[1] = {}) {
  const server = new AssistantServer();
  server.suggestions = suggestions;
  const opened = openAssistant(server, { tab: 'suggestions', ...props });
  await user.click(button('Suggest improvements'));
  await screen.findAllByRole('article');
  return { server, ...opened };
}

describe('cards', () => {
  const none = new Map<string, string>();
  const sizes = (...changes: Partial<Suggestion>[]) =>
    cardsOf(changes.map(aSuggestion), none).map(({ variants }) => variants.length);

  test.each([
    ['groups suggestions for the same words of the same element', [{}, {}], [2]],
    ['separates another type', [{}, { type: 'replace' }], [1, 1]],
    ['separates another element', [{}, { elementId: 8 }], [1, 1]],
    ['separates other words', [{}, { originalContent: 'suitcase' }], [1, 1]],
    [
      'separates a cue and a speech that are inserted at the same position',
      [
        { type: 'insert_after', elementType: 'character' },
        { type: 'insert_after', elementType: 'dialogue' },
        { type: 'insert_after', elementType: 'dialogue' },
      ],
      [1, 2],
    ],
  ] as const)('%s', (_what, changes, expected) => {
    expect(sizes(...changes)).toEqual(expected);
  });

  test("are in the order of each card's first suggestion", () => {
    const [a, b, c] = [aSuggestion(), aSuggestion({ elementId: 8 }), aSuggestion()] as const;
    expect(cardsOf([a, b, c], none).map(({ id, shown }) => [id, shown])).toEqual([
      [a.id, a],
      [b.id, b],
    ]);
    expect(cardsOf([a, b, c], new Map([[a.id, c.id]]))[0]?.shown).toBe(c);
    expect(cardsOf([a, b], new Map([[a.id, 'gone']]))[0]?.shown).toBe(a);
  });
});

describe('several suggestions for the same words', () => {
  test('are one card that shows one variant at a time, with its text, reason and confidence', async () => {
    await openWith(ways());
    const shown = () => {
      const [original, suggested] = within(card()).getAllByRole('definition');
      return [position(), titles()[0], original?.textContent, suggested?.textContent];
    };
    expect(shown()).toEqual(['Variant 1 of 3', 'Shorter', 'one suitcase', 'a case']);
    expect(card().textContent).toContain('Few words.');
    expect(card().textContent).toContain('90%');
    await user.click(button('Next variant'));
    expect(shown()).toEqual(['Variant 2 of 3', 'Odder', 'one suitcase', 'one trunk']);
    expect(card().textContent).toContain('Old.');
    expect(card().textContent).not.toContain('Few words.');
    expect(screen.getByText('Medium confidence').parentElement?.textContent).toContain('70%');
    expect(document.activeElement).toBe(button('Next variant'));
    await user.click(button('Previous variant'));
    await user.click(button('Previous variant'));
    expect(shown()).toEqual(['Variant 3 of 3', 'Longer', 'one suitcase', 'one tired suitcase']);
  });

  test('are switched with left and right, while up and down move between cards', async () => {
    await openWith([...ways(), aSuggestion({ description: 'Else', elementId: 8 })]);
    const first = screen.getAllByRole('article')[0];
    const after = vi.fn();
    document.addEventListener('keydown', after);
    act(() => first?.focus());
    for (const [key, title] of [
      ['ArrowRight', 'Odder'],
      ['ArrowRight', 'Longer'],
      ['ArrowRight', 'Shorter'],
      ['ArrowLeft', 'Longer'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect([titles(), document.activeElement]).toEqual([[title, 'Else'], first]);
    }
    expect(after).not.toHaveBeenCalled();
    document.removeEventListener('keydown', after);
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(titles()).toEqual(['Longer', 'Else']);
    expect(document.activeElement?.textContent).toContain('Else');
  });

  test('ignore arrows with modifier keys', async () => {
    await openWith(ways());
    fireEvent.keyDown(card(), { key: 'ArrowRight', altKey: true });
    expect(position()).toBe('Variant 1 of 3');
  });

  test('leave the list when the shown one is accepted', async () => {
    const onApply = vi.fn(async (_suggestion: Suggestion) => undefined);
    const suggestions = ways();
    await openWith(suggestions, { onApply });
    await user.click(button('Next variant'));
    await user.click(button('Accept'));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(onApply.mock.calls.map(([suggestion]) => suggestion)).toEqual([suggestions[1]]);
    expect(counts()).toBe('1 applied, 0 rejected');
  });

  test('are rejected together', async () => {
    await openWith(ways());
    act(() => card().focus());
    await user.keyboard('{ArrowRight}{Backspace}');
    expect([screen.queryByRole('article'), counts()]).toEqual([null, '0 applied, 1 rejected']);
  });

  test('stay when the shown one no longer fits', async () => {
    await openWith(ways(), { onApply: () => Promise.reject(new ApiError(409, 'Conflict', '{}')) });
    await user.click(button('Next variant'));
    await user.click(button('Accept'));
    expect((await screen.findByRole('alert')).textContent).toContain('"Odder" no longer fits');
    expect([position(), counts()]).toEqual(['Variant 2 of 3', '0 applied, 0 rejected']);
    expect(logged()).toEqual(['Failed to apply suggestion']);
  });

  test('leave the list together with those that arrive while one is being applied', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { server } = await openWith(ways(), { onApply: () => promise });
    await user.click(button('Accept'));
    server.suggestions = [aSuggestion({ description: 'Late' })];
    await user.click(button('Suggest improvements'));
    await screen.findByText('Variant 1 of 4');
    await user.click(button('Next variant'));
    expect(position()).toBe('Variant 1 of 4');
    await act(async () => resolve());
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });

  test('keep the shown variant while the panel is closed', async () => {
    const { change } = await openWith(ways());
    await user.click(button('Next variant'));
    change({ tab: 'chat' });
    change({ tab: 'suggestions' });
    expect(position()).toBe('Variant 2 of 3');
  });

  test('count once in "Accept all", which applies the shown one', async () => {
    const onApply = vi.fn(async (_suggestion: Suggestion, _group: string | null) => undefined);
    await openWith([...ways(), aSuggestion({ description: 'Else', elementId: 8 })], { onApply });
    await user.click(screen.getByRole('button', { name: 'Next variant' }));
    await user.click(button('Accept all'));
    await user.click(screen.getByRole('menuitem', { name: 'Modify (2)' }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(onApply.mock.calls.map(([{ description }]) => description)).toEqual(['Odder', 'Else']);
    expect(counts()).toBe('2 applied, 0 rejected');
  });

  test('shows no arrows for a single variant', async () => {
    await openWith([aSuggestion()]);
    expect([screen.queryByText(/^Variant/), screen.queryByRole('button', { name: 'Next variant' })]).toEqual([
      null,
      null,
    ]);
    act(() => card().focus());
    await user.keyboard('{ArrowRight}');
    expect(titles()).toHaveLength(1);
  });
});

test('applies insertions after one element in reverse, so that they end up in listed order', async () => {
  const onApply = vi.fn(async (_suggestion: Suggestion) => undefined);
  const type = 'insert_after';
  await openWith(
    [
      aSuggestion({ type, elementType: 'character', suggestedContent: 'MARA' }),
      aSuggestion({ type, elementType: 'dialogue', suggestedContent: 'Twice.' }),
    ],
    { onApply },
  );
  await user.click(button('Accept all'));
  await user.click(screen.getByRole('menuitem', { name: 'Insert after (2)' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(onApply.mock.calls.map(([{ suggestedContent }]) => suggestedContent)).toEqual(['Twice.', 'MARA']);
});
