import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { compareOrder } from '#screenplay/order.ts';
import {
  closeScript,
  elementOf,
  liveField,
  openScript,
  renderScript,
  write,
} from '#web/script/testing/openScript.tsx';

afterEach(closeScript);

const action = 'Mara takes the last ladder sideways.';
const shown = () => [...document.querySelectorAll('[data-element]')].map(({ textContent }) => textContent);

test('keeps the order of lines that were written at one place and below, after a reload', async () => {
  const { server, user } = await openScript();
  const bells = ['Bell 1.', 'Bell 2.', 'Bell 3.', 'Bell 4.', 'Bell 5.', 'Bell 6.'];
  for (const [index, bell] of bells.entries()) {
    act(() => elementOf(action).focus());
    fireEvent.keyDown(elementOf(action), { key: 'Enter', shiftKey: true });
    write(liveField(), bell);
    fireEvent.keyDown(liveField(), { key: 'Enter' });
    fireEvent.keyDown(liveField(), { key: 'Escape' });
    await waitFor(() => expect(server.elements).toHaveLength(5 + index));
  }
  await user.type(screen.getByRole('textbox', { name: 'Action' }), 'The end.{Enter}');
  await waitFor(() => expect(server.elements).toHaveLength(11));
  const before = shown();
  expect(before.slice(1, 9)).toEqual([action, ...bells.toReversed(), 'MARA']);
  expect(before.at(-1)).toBe('The end.');
  cleanup();
  renderScript(server);
  await screen.findByLabelText('Page 1');
  expect(shown()).toEqual(before);
  expect(server.elements.toSorted(compareOrder).map(({ content }) => content)).toEqual(before);
  expect(new Set(server.elements.map(({ orderIndex }) => orderIndex)).size).toBe(11);
});
