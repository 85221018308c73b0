import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Suggestion } from '#shared/contract/assistant.ts';
import { errorTexts } from '#shared/errors.ts';
import { openScreen } from '../testing/openScreen.ts';
import { closeScript, edit, elementOf, isShown, write } from '../testing/openScript.tsx';

afterEach(closeScript);

const action = 'Mara takes the last ladder sideways.';
const better = 'Mara takes the last ladder on her hands.';
const tab = (name: string) => screen.queryByRole('tab', { name });
const panel = () => within(screen.getByRole('complementary', { name: 'Side panel' }));

const suggestion = (changes: Partial<Suggestion> = {}): Suggestion => ({
  id: 'one',
  type: 'replace',
  description: 'Say how',
  confidence: 0.8,
  reasoning: 'It can be seen.',
  originalContent: action,
  suggestedContent: better,
  elementId: 2,
  elementType: 'action',
  characterName: null,
  ...changes,
});

test('the tabs are Comments, Assistant, and Suggestions with the number of open ones', async () => {
  const other = suggestion({ id: 'other', suggestedContent: 'Mara climbs.' });
  const third = suggestion({ id: 'third', elementId: 4, originalContent: 'Twice.' });
  const { user } = await openScreen({
    query: '?panel=chat&assistantTab=suggestions',
    suggestions: [suggestion(), other, third],
  });
  expect([tab('Comments'), tab('Assistant'), tab('Suggestions')]).not.toContain(null);
  await user.click(await panel().findByRole('button', { name: 'Suggest improvements' }));
  // Alternatives for the same line count as one suggestion.
  await waitFor(() => expect(tab('Suggestions 2 suggestions')).toBeTruthy());
  await user.click(panel().getAllByRole('button', { name: 'Reject' })[0] ?? document.body);
  expect(tab('Suggestions 1 suggestion')).toBeTruthy();
});

test('an accepted suggestion changes the script', async () => {
  const { server, user } = await openScreen({
    query: '?panel=chat&assistantTab=suggestions',
    suggestions: [suggestion(), suggestion({ id: 'other', suggestedContent: 'Mara climbs.' })],
  });
  await user.click(await panel().findByRole('button', { name: 'Suggest improvements' }));
  await panel().findByText('Variant 1 of 2');
  await user.click(panel().getByRole('button', { name: 'Next variant' }));
  expect([isShown(action), isShown('Mara climbs.')]).toEqual([true, false]);
  await user.click(panel().getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect([isShown(action), isShown('Mara climbs.')]).toEqual([false, true]));
  expect(server.elements[1]?.content).toBe('Mara climbs.');
  expect(panel().getByText('1 applied, 0 rejected')).toBeTruthy();
});

test('refetches the context after a change of the script is saved', async () => {
  const { server, asked, user } = await openScreen({ query: '?panel=chat' });
  const looks = () => asked().filter((path) => path.endsWith('/ai-context')).length;
  await user.click(await panel().findByRole('button', { name: /^Sends / }));
  await waitFor(() => expect(looks()).toBe(1));
  write(edit(action), 'Mara climbs.');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect([server.elements[1]?.content, looks()]).toEqual(['Mara climbs.', 2]));
});

describe('with AI switched off', () => {
  test.each([
    ['a', 'chat'],
    ['s', 'suggestions'],
  ])('%s opens the panel with a message that AI is switched off', async (key, opened) => {
    const { user } = await openScreen({ access: 'off' });
    act(() => elementOf(action).focus());
    await user.keyboard(key);
    expect(window.location.search).toBe(`?panel=chat&assistantTab=${opened}`);
    expect(await panel().findByText(errorTexts.aiOff)).toBeTruthy();
    expect(panel().queryByRole('textbox')).toBeNull();
    expect(panel().queryByRole('button', { name: 'Suggest improvements' })).toBeNull();
  });

  test('"Ask assistant" at an element shows the message, too', async () => {
    const { user } = await openScreen({ access: 'off' });
    fireEvent.pointerOver(elementOf(action), { pointerType: 'mouse' });
    await user.click(await screen.findByRole('button', { name: 'Ask assistant' }));
    expect(await panel().findByText(errorTexts.aiOff)).toBeTruthy();
  });

  test('the floating button shows the message, too', async () => {
    const { user } = await openScreen({ access: 'off' });
    await user.click(screen.getByRole('button', { name: 'Open assistant' }));
    expect(await panel().findByText(errorTexts.aiOff)).toBeTruthy();
  });
});
