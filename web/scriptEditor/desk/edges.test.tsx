import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen } from '#web/script/testing/openScreen.ts';
import { closeScript, edit, elementOf, liveField } from '#web/script/testing/openScript.tsx';

afterEach(closeScript);

const first = 'INT. CAR DECK - NIGHT';
const action = 'Mara takes the last ladder sideways.';

test('the keys for the start and the end of the script put the caret there while nothing has the focus', async () => {
  const { user, server } = await openScreen();
  const last = server.elements.at(-1)?.content ?? '';
  act(() => document.body.focus());
  await user.keyboard('{Control>}{End}{/Control}');
  expect([liveField().textContent, document.getSelection()?.focusOffset]).toEqual([last, last.length]);
});

test('move the focus in keyboard mode', async () => {
  const { user, server } = await openScreen();
  const last = server.elements.at(-1)?.content ?? '';
  act(() => elementOf(action).focus());
  await user.keyboard('{Control>}{End}{/Control}');
  await waitFor(() => expect(document.activeElement).toBe(elementOf(last)));
  await user.keyboard('{Control>}{Home}{/Control}');
  await waitFor(() => expect(document.activeElement).toBe(elementOf(first)));
});

test('move the caret while a line is active', async () => {
  const { user } = await openScreen();
  edit(action);
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(liveField().textContent).toBe(first);
  await user.keyboard('{Control>}{End}{/Control}');
  expect(liveField().textContent).toBe('Two hundred and thirteen. Twice.');
});
