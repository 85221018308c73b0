import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './queryClient.ts';

const queryKey = ['elements'];

test('does not retry a failed query', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.reject(new Error('500: Broken')));
  await expect(client.fetchQuery({ queryKey, queryFn })).rejects.toThrow('500: Broken');
  expect(queryFn).toHaveBeenCalledOnce();
});

test('does not retry a failed mutation', async () => {
  const client = createQueryClient();
  const mutationFn = vi.fn(() => Promise.reject(new Error('500: Broken')));
  const mutation = client.getMutationCache().build(client, { mutationFn });
  await expect(mutation.execute(undefined)).rejects.toThrow('500: Broken');
  expect(mutationFn).toHaveBeenCalledOnce();
});

test('does not refetch for a second observer, on focus or on reconnect', async () => {
  const client = createQueryClient();
  client.mount();
  const queryFn = vi.fn(async () => ['a line']);
  await client.fetchQuery({ queryKey, queryFn });
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await Promise.resolve();
  expect(queryFn).toHaveBeenCalledOnce();
  expect(client.defaultQueryOptions({ queryKey }).refetchInterval).toBe(false);
  stop();
  client.unmount();
});

test('refetches invalidated queries', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(async () => ['a line']);
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await client.fetchQuery({ queryKey, queryFn });
  await client.invalidateQueries({ queryKey });
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

test('sends calls without a network, which a local server answers', async () => {
  const client = createQueryClient();
  onlineManager.setOnline(false);
  expect(await client.fetchQuery({ queryKey, queryFn: async () => 'here' })).toBe('here');
  onlineManager.setOnline(true);
});

test('logs a log-only failure to the console, and no other', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const client = createQueryClient();
  const fail = () => Promise.reject(new Error('500: Broken'));
  const mutate = (meta?: { failure: string }) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: fail, ...(meta && { meta }) })
      .execute(undefined)
      .catch(() => {});
  await mutate({ failure: 'Failed to save scene' });
  await mutate();
  const meta = { failure: 'Failed to load conversations' };
  await client.fetchQuery({ queryKey, queryFn: fail, meta }).catch(() => {});
  await client.fetchQuery({ queryKey: ['others'], queryFn: fail }).catch(() => {});
  expect(logged.mock.calls.map(([what]) => what)).toEqual([
    'Failed to save scene:',
    'Failed to load conversations:',
  ]);
  logged.mockRestore();
});
