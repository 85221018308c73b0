import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { aUser, json, rejection, serve } from '#web/lib/testing.ts';
import { notifyOtherTabs, sessionChannelName } from './sessionChannel.ts';
import { checkSession, noteSignOut, watchSession } from './watchSession.ts';

let leaveTo: ReturnType<typeof vi.spyOn>;
let unwatch: () => void;

beforeEach(() => {
  leaveTo = vi.spyOn(pageNavigation, 'leaveTo').mockReturnValue();
  unwatch = watchSession(aUser().id);
  window.history.replaceState(null, '', '/projects/PrQTbI/script');
});
afterEach(() => {
  unwatch();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const signIn = '/api/login?returnTo=%2Fprojects%2FPrQTbI%2Fscript';

test('leaves the page when another tab has signed out', async () => {
  serve({ 'GET /api/auth/user': () => rejection(401, 'Unauthorized') });
  notifyOtherTabs();
  await eventually(() => expect(leaveTo.mock.calls).toEqual([[signIn]]));
});

test('leaves the page when the browser restores it after a sign-out', async () => {
  serve({ 'GET /api/auth/user': () => rejection(401, 'Unauthorized') });
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await eventually(() => expect(leaveTo.mock.calls).toEqual([[signIn]]));
});

test('stays while the same user is signed in', async () => {
  const seen = serve({ 'GET /api/auth/user': () => json(aUser()) });
  notifyOtherTabs();
  await eventually(() => expect(seen).toHaveLength(1));
  expect(leaveTo).not.toHaveBeenCalled();
});

test('retries until the server answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let tries = 0;
  const seen = serve({
    'GET /api/auth/user': () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return tries === 2 ? rejection(503, 'Away') : rejection(401, 'Unauthorized');
    },
  });
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.advanceTimersByTimeAsync(4000);
  expect(seen).toHaveLength(3);
  expect(leaveTo.mock.calls).toEqual([[signIn]]);
});

test('leaves a page with unsent text when a tab signs out while another check is running', async () => {
  const preventUnload = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', preventUnload);
  try {
    const answers: ((answer: Response) => void)[] = [];
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
    const check = checkSession();
    await eventually(() => expect(answers).toHaveLength(1));
    await new Promise<void>((resolve) => {
      const channel = new BroadcastChannel(sessionChannelName);
      channel.onmessage = () => {
        channel.close();
        resolve();
      };
      notifyOtherTabs();
    });
    answers[0]?.(rejection(401, 'Unauthorized'));
    expect(await check).toBe(false);
    expect(leaveTo.mock.calls).toEqual([[signIn]]);
  } finally {
    window.removeEventListener('beforeunload', preventUnload);
  }
});

test('notifies the other tabs and continues the navigation when this tab signs out', async () => {
  const messages: unknown[] = [];
  const otherTab = new BroadcastChannel(sessionChannelName);
  otherTab.onmessage = ({ data }) => messages.push(data);
  onTestFinished(() => otherTab.close());
  serve({ 'GET /api/auth/user': () => rejection(401, 'Unauthorized') });
  noteSignOut();
  expect(await checkSession()).toBe(false);
  await eventually(() => expect(messages).toEqual(['check']));
  expect(leaveTo).not.toHaveBeenCalled();
});

test('uses the same channel name as the sign-in page, which does not import it', () => {
  expect(readFileSync('web/signin/signin.ts', 'utf8')).toContain(`BroadcastChannel('${sessionChannelName}')`);
});
