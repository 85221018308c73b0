import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen } from '../testing/openScreen.ts';
import { closeScript } from '../testing/openScript.tsx';

afterEach(closeScript);

const badge = (name: string) => screen.queryByRole('button', { name });
const tab = (name: string) => screen.queryByRole('tab', { name });

test('the badge and the tabs show the number of unresolved threads, and nothing without any', async () => {
  const { user } = await openScreen({
    comments: [
      { content: 'Louder.' },
      { content: 'A whistle.', answers: 1 },
      { content: 'Or a horn?', on: 2 },
      { content: 'Less rain.', isResolved: true },
    ],
  });
  const resolve = async (text: string) => {
    const thread = screen.getByText(text).closest<HTMLElement>('[data-thread]');
    await user.click(within(thread ?? document.body).getByRole('button', { name: 'Resolve' }));
  };
  const close = () => {
    const panel = within(screen.getByRole('complementary', { name: 'Side panel' }));
    return user.click(panel.getByRole('button', { name: 'Close the panel' }));
  };
  await waitFor(() => expect(badge('2 unresolved comments')?.textContent).toMatch(/^2 /));
  await user.click(screen.getByRole('button', { name: '2 unresolved comments' }));
  expect(window.location.search).toBe('?panel=chat&assistantTab=comments');
  expect([tab('Chat 2 unresolved comments'), tab('Comments 2 unresolved comments')]).not.toContain(null);

  await resolve('Louder.');
  await waitFor(() => expect(tab('Comments 1 unresolved comment')).toBeTruthy());
  await close();
  await user.click(screen.getByRole('button', { name: '1 unresolved comment' }));

  await resolve('Or a horn?');
  await waitFor(() => expect([tab('Chat'), tab('Comments')]).not.toContain(null));
  await close();
  expect(screen.queryByRole('button', { name: /unresolved/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Open assistant' })).toBeTruthy();
});
