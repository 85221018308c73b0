import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { Session } from './session.ts';
import { sessionStoreOf } from './sessionStore.ts';
import { AssistantServer } from './testing.tsx';

freshBrowser();

function aSession() {
  const server = new AssistantServer();
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  return { server, session: new Session(sessionStoreOf(client, 1), client, 1) };
}

test.each(['', ' ', ' \n\t '])('rejects blank text (%j) from every caller', async (text) => {
  const { server, session } = aSession();
  await session.chat.send(text, null);
  expect([server.sent, session.state().messages]).toEqual([[], []]);
});

test('rejects a second message while a reply is pending, from every caller', async () => {
  const { server, session } = aSession();
  const first = session.chat.send('One?', null);
  await session.chat.send('Two?', null);
  await waitFor(() => expect(server.replies).toHaveLength(1));
  expect(server.asked.map(({ body }) => body)).toEqual([{ message: 'One?' }]);
  server.reply.done('Yes.');
  await first;
  void session.chat.send('Two?', null);
  await waitFor(() => expect(server.asked).toHaveLength(2));
  expect(server.asked[1]?.body).toEqual({ message: 'Two?', conversationId: 50 });
});
