import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#shared/contract/auth.ts';
import { type LiveServerMessage, liveCloseCodes } from '#shared/contract/live.ts';
import { call } from '#web/lib/api.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { knownRevision, setRevision } from '#web/lib/revisions.ts';
import { aUser, json, rejection, serve } from '#web/lib/testing.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { isSessionOver, watchSession } from '#web/session/watchSession.ts';
import { useLiveProject } from './useLive.ts';

const projectId = 7;

/** A fake WebSocket whose server side is controlled by the test. */
class Channel extends EventTarget {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  static opened: Channel[] = [];
  readyState = Channel.OPEN;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Channel.opened.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string): void {
    if (text === '{"type":"ping"}') queueMicrotask(() => this.tell({ type: 'pong' }));
  }
  close(): void {}
  tell(message: LiveServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

const latest = () => Channel.opened.at(-1) as Channel;
const since = () => new URL(latest().url).searchParams.get('since');
let leaveTo: ReturnType<typeof vi.spyOn>;
let reload: ReturnType<typeof vi.spyOn>;
let unwatch = () => {};

beforeEach(() => {
  Channel.opened = [];
  vi.stubGlobal('WebSocket', Channel);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  leaveTo = vi.spyOn(pageNavigation, 'leaveTo').mockReturnValue();
  reload = vi.spyOn(pageNavigation, 'reload').mockReturnValue();
});
afterEach(() => {
  unwatch();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function View() {
  useLiveProject(projectId);
  return null;
}

function open() {
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <View />
    </QueryClientProvider>,
  );
  return { client, ...view };
}

describe('a live channel whose server has an older revision than the page', () => {
  test('refetches everything, continues from that revision and receives later changes', async () => {
    setRevision(projectId, 100);
    const { client, unmount } = open();
    const reads = new Map<string, number>();
    const keys = [
      ['projects', projectId],
      ...['elements', 'scenes', 'characters', 'comments', 'acts'].map((list) =>
        projectListKey(projectId, list as 'acts'),
      ),
      ['scene-problems', projectId],
      ['scenes-spoken', projectId],
    ];
    for (const queryKey of keys) {
      client.setQueryData(queryKey, []);
      const queryFn = async () => {
        reads.set(String(queryKey), (reads.get(String(queryKey)) ?? 0) + 1);
        return [];
      };
      new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    }
    expect(since()).toBe('100');
    latest().tell({ type: 'resync', rev: 90 });
    await waitFor(() => expect([...reads.keys()].sort()).toEqual(keys.map(String).sort()));
    expect(knownRevision(projectId)).toBe(90);
    const change = { entity: 'comment', actorUserId: 'eddie', actorWindow: 'other' } as const;
    latest().tell({ type: 'changed', rev: 91, ids: [1], ...change });
    await waitFor(() => expect(reads.get(String(projectListKey(projectId, 'comments')))).toBe(2));
    latest().end(1006);
    await waitFor(() => expect(Channel.opened).toHaveLength(2));
    expect(since()).toBe('91');
    unmount();
  });
});

describe('a live channel that is closed', () => {
  test.each([1001, liveCloseCodes.restart])('reopens after code %i', async (code) => {
    const { unmount } = open();
    latest().end(code);
    await waitFor(() => expect(Channel.opened).toHaveLength(2));
    unmount();
  });

  test('redirects to sign-in when the session has ended', async () => {
    serve({ 'GET /api/auth/user': () => rejection(401, 'Unauthorized') });
    unwatch = watchSession('olive');
    window.history.replaceState(null, '', '/projects/PrQTbI/script?panel=history');
    const { unmount } = open();
    latest().end(liveCloseCodes.signedOut);
    await waitFor(() =>
      expect(leaveTo.mock.calls).toEqual([
        ['/api/login?returnTo=%2Fprojects%2FPrQTbI%2Fscript%3Fpanel%3Dhistory'],
      ]),
    );
    expect(isSessionOver()).toBe(true);
    expect(Channel.opened).toHaveLength(1);
    unmount();
  });

  test('reopens when the same user has signed in again', async () => {
    serve({ 'GET /api/auth/user': () => json(aUser()) });
    unwatch = watchSession(aUser().id);
    const { unmount } = open();
    latest().end(liveCloseCodes.signedOut);
    await waitFor(() => expect(Channel.opened).toHaveLength(2));
    expect(leaveTo).not.toHaveBeenCalled();
    unmount();
  });

  test('reloads the page when another user has signed in', async () => {
    serve({ 'GET /api/auth/user': () => json(aUser({ id: 'eddie' })) });
    unwatch = watchSession('olive');
    const { unmount } = open();
    latest().end(liveCloseCodes.signedOut);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(Channel.opened).toHaveLength(1);
    unmount();
  });

  test('redirects to sign-in when it could not be opened and nobody is signed in', async () => {
    serve({
      'GET /api/auth/user': () => rejection(401, 'Unauthorized'),
      'GET /api/projects/PrQTbI': () => rejection(401, 'Unauthorized'),
    });
    unwatch = watchSession('olive');
    const { client, unmount } = open();
    const queryFn = () => call(getCurrentUser);
    new QueryObserver(client, { queryKey: ['projects', projectId], queryFn }).subscribe(() => {});
    latest().end(1006);
    await waitFor(() => expect(leaveTo).toHaveBeenCalledOnce());
    unmount();
  });
});
