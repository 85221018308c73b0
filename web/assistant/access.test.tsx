import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AiAccess } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';
import { reportServerReached, reportServerUnreached } from '#web/lib/connection.ts';
import { builtIn, freshBrowser, rejection } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { createAppRouter } from '#web/routes.tsx';
import { SettingsLink } from './SettingsLink.tsx';
import {
  AssistantServer,
  aContext,
  aConversation,
  aMessage,
  aSuggestion,
  chatPath,
  openAssistant,
} from './testing.tsx';

freshBrowser();
beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const user = userEvent.setup();
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const noButton = (name: string) => screen.queryByRole('button', { name }) === null;

function serverWith(access: AiAccess): AssistantServer {
  const server = new AssistantServer();
  server.ai = { ...builtIn, access };
  return server;
}

test('offers no questions or suggestions without a connection, and keeps the written text', async () => {
  openAssistant(serverWith('suggest'), { context: aContext() });
  const field = await screen.findByRole('textbox', { name: 'Ask the assistant' });
  await user.type(field, 'Who boards?');
  await waitFor(() => expect(button('Send').disabled).toBe(false));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(reportServerUnreached);
  expect(button('Send').disabled).toBe(true);
  expect((field as HTMLTextAreaElement).value).toBe('Who boards?');
  act(reportServerReached);
  expect(button('Send').disabled).toBe(false);
});

describe('with AI switched off', () => {
  test('the chat shows it, and questions are disabled', async () => {
    openAssistant(serverWith('off'), { context: aContext() });
    expect(await screen.findByText(errorTexts.aiOff)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Quick prompts' })).toBeNull();
    expect([noButton('New'), noButton('Send')]).toEqual([true, true]);
    expect(screen.queryByText(/^Sends |credits|Ask about your script/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Selected context' })).toBeNull();
  });

  test('the context preview is not requested', async () => {
    const server = serverWith('off');
    openAssistant(server, { aiAccess: 'off' });
    await screen.findByText(errorTexts.aiOff);
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.previewed).toEqual([]);
  });

  test('links owners to the setting, and tells others that only the owner can change it', async () => {
    const { close } = openAssistant(serverWith('off'));
    const link = await screen.findByRole('link', { name: 'Change in project settings' });
    expect(link.getAttribute('href')).toBe('/projects/PrQTbI/project-settings#ai');
    close();
    for (const role of ['editor', 'commenter', 'viewer'] as const) {
      const opened = openAssistant(serverWith('off'), { role });
      expect(await screen.findByText('Only the project owner can change this.')).toBeTruthy();
      expect(screen.queryByRole('link')).toBeNull();
      opened.close();
    }
  });

  test('earlier conversations can be read', async () => {
    const server = serverWith('off');
    server.conversations = [aConversation({ title: 'The ticket' })];
    server.messages = [aMessage({ content: 'A return.' })];
    openAssistant(server);
    await screen.findByText(errorTexts.aiOff);
    await user.click(button('History'));
    await user.click(await screen.findByRole('button', { name: /^The ticket/ }));
    expect(await within(screen.getByRole('log')).findByText('A return.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('suggestions cannot be requested', async () => {
    openAssistant(serverWith('off'), { tab: 'suggestions', context: aContext() });
    expect(await screen.findByText(errorTexts.aiOff)).toBeTruthy();
    expect(noButton('Suggest improvements')).toBe(true);
    expect(screen.getByRole('link', { name: 'Change in project settings' })).toBeTruthy();
  });

  test("a panel with an outdated setting learns it from the server's rejection", async () => {
    const server = serverWith('suggest');
    openAssistant(server);
    await screen.findByText('Built-in, no credits');
    server.instead = ({ path }) => (path === chatPath ? rejection(403, errorTexts.aiOff) : undefined);
    server.ai = { ...builtIn, access: 'off' };
    await user.type(screen.getByRole('textbox'), 'How?{Enter}');
    expect(await screen.findByText(errorTexts.aiOff)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('with AI that may only read', () => {
  test('questions can be asked', async () => {
    const server = serverWith('read');
    openAssistant(server);
    await user.type(screen.getByRole('textbox'), 'How?{Enter}');
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(screen.queryByText(errorTexts.aiReadsOnly)).toBeNull();
  });

  test.each(['owner', 'editor', 'commenter'] as const)(
    'shows the %s the reason in place of suggestions',
    async (role) => {
      openAssistant(serverWith('read'), { role, tab: 'suggestions' });
      expect(await screen.findByText(errorTexts.aiReadsOnly)).toBeTruthy();
      expect([noButton('Suggest improvements'), screen.queryByText(/press "Suggest/)]).toEqual([true, null]);
      expect(screen.queryByRole('link') !== null).toBe(role === 'owner');
    },
  );

  test.each(['off', 'read'] as const)(
    'cannot accept earlier suggestions when the access is %s',
    async (access) => {
      const server = serverWith('suggest');
      server.suggestions = [aSuggestion({ description: 'One' }), aSuggestion({ elementId: 8 })];
      const onApply = vi.fn(async () => undefined);
      const { client } = openAssistant(server, { tab: 'suggestions', onApply });
      await user.click(button('Suggest improvements'));
      expect(await screen.findAllByRole('button', { name: 'Accept' })).toHaveLength(2);
      server.ai = { ...builtIn, access };
      await client.invalidateQueries({ queryKey: ['projects', 1, 'ai'] });
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
      expect([noButton('Reject'), noButton('Accept all')]).toEqual([true, true]);
      const card = screen.getByRole('article', { name: 'One' });
      card.focus();
      await user.keyboard('{Enter}{Backspace}');
      expect([screen.getAllByRole('article').length, onApply.mock.calls]).toEqual([2, []]);
    },
  );
});

test("uses the project's setting until the server has answered", () => {
  const server = serverWith('off');
  server.instead = () => new Promise(() => {});
  openAssistant(server, { aiAccess: 'off' });
  expect(screen.getByText(errorTexts.aiOff)).toBeTruthy();
});

describe('a link to the settings', () => {
  const open = () => {
    const history = createMemoryHistory({ initialEntries: ['/projects/PrQTbI/script'] });
    render(
      <RouterContextProvider router={createAppRouter(history)}>
        <SettingsLink projectId={1} part="brief">
          Project brief
        </SettingsLink>
      </RouterContextProvider>,
    );
    return history;
  };

  test('navigates without a reload, so that suggestions are kept', () => {
    const history = open();
    const isLeft = fireEvent.click(screen.getByRole('link'));
    expect([isLeft, history.location.href]).toEqual([false, '/projects/PrQTbI/project-settings#brief']);
  });

  test.each(['ctrlKey', 'metaKey', 'shiftKey'])('with %s is left to the browser', (key) => {
    const history = open();
    const link = screen.getByRole('link');
    link.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(link, { [key]: true });
    expect(history.location.href).toBe('/projects/PrQTbI/script');
  });
});
