import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LiveClientMessage, type LiveServerMessage, liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { isOffline, reportServerReached, reportServerUnreached } from '#web/lib/connection.ts';
import { knownRevision, ownWindowId, setRevision } from '#web/lib/revisions.ts';
import { json, rejection, serve } from '#web/lib/testing.ts';
import { isLiveDelayed } from '#web/presence/liveDelay.ts';
import { type LiveConnection, openLiveConnection } from './liveConnection.ts';

const projectId = 7;
const polls = `POST /api/projects/${encodeProjectId(projectId)}/live/poll`;
const sends = `POST /api/projects/${encodeProjectId(projectId)}/live/messages`;

/** A fake proxy between tab and server: how it treats each transport. */
const proxy = { webSocket: 'passes', eventStream: 'passes', polling: 'passes' } as Record<
  'webSocket' | 'eventStream' | 'polling',
  'passes' | 'swallows' | 'refuses'
>;
/** Changes of the project; each connection receives those after its revision. */
let changes: LiveServerMessage[];

class Connection extends EventTarget {
  static opened: Connection[] = [];
  readonly since: number;
  readonly window: string | null;
  isClosed = false;
  constructor(address: string | URL) {
    super();
    const { searchParams } = new URL(address);
    this.since = Number(searchParams.get('since'));
    this.window = searchParams.get('window');
    Connection.opened.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
  receive(message: LiveServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  catchUp(): void {
    for (const change of changes) if ('rev' in change && change.rev > this.since) this.receive(change);
  }
}

class Socket extends Connection {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = Socket.CONNECTING;
  readonly sent: LiveClientMessage[] = [];
  constructor(address: string) {
    super(address);
    queueMicrotask(() => (proxy.webSocket === 'refuses' ? this.end(1006) : this.open()));
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.dispatchEvent(new Event('open'));
    if (proxy.webSocket === 'passes') this.catchUp();
  }
  send(text: string): void {
    if (proxy.webSocket !== 'passes') return;
    const message = JSON.parse(text) as LiveClientMessage;
    if (message.type === 'ping') queueMicrotask(() => this.receive({ type: 'pong' }));
    else this.sent.push(message);
  }
  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

class Stream extends Connection {
  constructor(address: URL) {
    super(address);
    queueMicrotask(() => {
      if (proxy.eventStream === 'refuses') this.dispatchEvent(new Event('error'));
      if (proxy.eventStream === 'passes') this.open();
    });
  }
  open(): void {
    this.beat();
    this.catchUp();
  }
  beat(): void {
    this.dispatchEvent(new MessageEvent('heartbeat', { data: '{}' }));
  }
}

let connection: LiveConnection;
let received: LiveServerMessage[];
let states: boolean[];
let calls: ReturnType<typeof serve>;
let beats: ReturnType<typeof setInterval>;
const onEnd = vi.fn();
const onRejected = vi.fn();

const of = <Type extends Connection>(type: new (...args: never[]) => Type) =>
  Connection.opened.filter((each): each is Type => each instanceof type);
const latest = <Type extends Connection>(type: new (...args: never[]) => Type) => of(type).at(-1) as Type;
const pollCount = () => calls.filter(({ method, path }) => `${method} ${path}` === polls).length;
const revs = () => received.flatMap((message) => ('rev' in message ? [message.rev] : []));
async function wait(ms: number): Promise<void> {
  // In steps, so that replies and loaded code are processed in between.
  for (let left = ms; left > 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 100));
    await new Promise(setImmediate);
  }
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}
/** Wait slightly less than five seconds, the time in which a fallback must work. */
const waitFiveSeconds = () => wait(4900);

function change(rev: number): LiveServerMessage {
  const actor = { actorUserId: 'eddie', actorWindow: 'other' };
  const message: LiveServerMessage = { type: 'changed', entity: 'comment', rev, ids: [rev], ...actor };
  changes.push(message);
  for (const each of Connection.opened) {
    const isOpen = each instanceof Socket ? proxy.webSocket === 'passes' : proxy.eventStream === 'passes';
    if (isOpen && !each.isClosed) each.receive(message);
  }
  return message;
}

function setVisible(isVisible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(async () => {
  // Loaded before the timers are fake.
  await import('./switchingConnection.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  Object.assign(proxy, { webSocket: 'passes', eventStream: 'passes', polling: 'passes' });
  Connection.opened = [];
  changes = [];
  received = [];
  states = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('EventSource', Stream);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let polled = 0;
  calls = serve({
    [polls]: ({ init }) => {
      if (proxy.polling === 'refuses') return rejection(503, 'Unavailable');
      const { since, cursor } = JSON.parse(String(init.body)) as { since: number; cursor: string | null };
      const from = cursor === null ? since : Number(cursor);
      polled = Math.max(from, ...changes.map((message) => ('rev' in message ? message.rev : 0)));
      const missed = changes.filter((message) => 'rev' in message && message.rev > from);
      return json({
        messages: missed.map((each) => JSON.stringify(each)),
        cursor: String(polled),
        closeCode: null,
      });
    },
    [sends]: () => new Response(null, { status: 204 }),
  });
  setRevision(projectId, 100);
  onEnd.mockReset();
  onRejected.mockReset();
  beats = setInterval(() => {
    for (const stream of of(Stream)) if (proxy.eventStream === 'passes' && !stream.isClosed) stream.beat();
  }, 2500);
});
afterEach(() => {
  clearInterval(beats);
  connection.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(): void {
  connection = openLiveConnection({
    ...{ projectId, onEnd, onRejected },
    onMessage: (message) => {
      received.push(message);
      if ('rev' in message) setRevision(projectId, message.rev);
    },
    onState: (isConnected) => states.push(isConnected),
  });
}

describe('a live connection', () => {
  test('uses only the WebSocket where messages arrive on it', async () => {
    open();
    await wait(10);
    change(101);
    await wait(60_000);
    change(102);
    expect(revs()).toEqual([101, 102]);
    expect([of(Socket).length, of(Stream).length, pollCount()]).toEqual([1, 0, 0]);
    expect(states).not.toContain(false);
    expect(isLiveDelayed.get()).toBe(false);
    expect(latest(Socket).window).toBe(ownWindowId);
  });

  test.each(['refuses', 'swallows'] as const)(
    'uses an event stream within five seconds where a proxy %s WebSockets',
    async (fate) => {
      proxy.webSocket = fate;
      open();
      await waitFiveSeconds();
      change(101);
      expect(revs()).toEqual([101]);
      expect(isLiveDelayed.get()).toBe(true);
      expect(states.at(-1)).toBe(true);
      expect(pollCount()).toBe(0);
    },
  );

  test.each([
    ['refuses', 'refuses'],
    ['refuses', 'swallows'],
    ['swallows', 'refuses'],
    ['swallows', 'swallows'],
  ] as const)(
    'polls within five seconds where a proxy %s WebSockets and %s event streams',
    async (webSocket, eventStream) => {
      Object.assign(proxy, { webSocket, eventStream });
      open();
      await waitFiveSeconds();
      change(101);
      await wait(1000);
      change(102);
      await wait(1000);
      expect(revs()).toEqual([101, 102]);
      expect(isLiveDelayed.get()).toBe(true);
    },
  );

  test('replaces a WebSocket that stops delivering within five seconds, and misses nothing', async () => {
    open();
    await wait(10);
    change(101);
    proxy.webSocket = 'swallows';
    change(102);
    await wait(5100);
    change(103);
    expect(revs()).toEqual([101, 102, 103]);
    expect(isLiveDelayed.get()).toBe(true);
  });

  test('replaces an event stream that stops delivering by polling', async () => {
    proxy.webSocket = 'refuses';
    open();
    await wait(100);
    proxy.eventStream = 'swallows';
    change(101);
    await wait(11_000);
    expect(revs()).toEqual([101]);
    expect(pollCount()).toBeGreaterThan(0);
  });

  test('returns to the WebSocket later, without missing or repeating a change', async () => {
    proxy.webSocket = 'refuses';
    open();
    await waitFiveSeconds();
    change(101);
    await wait(60_000);
    const tries = of(Socket).length;
    // At 15 s and at 45 s.
    expect(tries).toBe(3);
    proxy.webSocket = 'passes';
    change(102);
    await wait(60_000);
    expect(of(Socket)).toHaveLength(tries + 1);
    expect(isLiveDelayed.get()).toBe(false);
    expect(latest(Stream).isClosed).toBe(true);
    change(103);
    expect(revs()).toEqual([101, 102, 103]);
    connection.say({ type: 'here', view: 'script', elementId: 1 });
    expect(latest(Socket).sent).toEqual([{ type: 'here', view: 'script', elementId: 1 }]);
    expect(states.slice(states.indexOf(true))).toEqual([true, true]);
  });

  test('tries the WebSocket at once when the network or the tab returns', async () => {
    proxy.webSocket = 'refuses';
    open();
    await waitFiveSeconds();
    proxy.webSocket = 'passes';
    window.dispatchEvent(new Event('online'));
    await wait(10);
    expect(isLiveDelayed.get()).toBe(false);
  });

  test('keeps a slow WebSocket open next to the fallback, and uses it once it delivers', async () => {
    proxy.webSocket = 'swallows';
    open();
    await waitFiveSeconds();
    expect(isLiveDelayed.get()).toBe(true);
    proxy.webSocket = 'passes';
    await wait(2600);
    expect(isLiveDelayed.get()).toBe(false);
    expect(of(Socket)).toHaveLength(1);
    expect(latest(Stream).isClosed).toBe(true);
  });

  test('reconnects when a change is missing', async () => {
    open();
    await wait(10);
    change(101);
    await wait(3000);
    const last = change(102);
    latest(Socket).receive({ ...last, rev: 104 } as LiveServerMessage);
    expect(isLiveDelayed.get()).toBe(true);
    await wait(1000);
    expect(latest(Socket).since).toBe(102);
    expect(knownRevision(projectId)).toBe(102);
  });

  test('sends by calls, at most one a second, with the last message of each type', async () => {
    proxy.webSocket = 'refuses';
    open();
    await waitFiveSeconds();
    const bodies = () =>
      calls
        .filter(({ method, path }) => `${method} ${path}` === sends)
        .map(({ init }) => (JSON.parse(String(init.body)) as { messages: LiveClientMessage[] }).messages);
    const place = { elementId: 2, afterId: null, elementType: 'action', caret: 1 } as const;
    connection.say({ type: 'draft', ...place, text: 'F' });
    await wait(100);
    for (const text of ['Fo', 'Fog']) connection.say({ type: 'draft', ...place, text });
    connection.say({ type: 'here', view: 'script', elementId: 2 });
    await wait(1000);
    expect(bodies()).toMatchObject([
      [{ type: 'draft', text: 'F' }],
      [{ type: 'draft', text: 'Fog' }, { type: 'here' }],
    ]);
  });

  test('polls slowly in a hidden tab, which would take a connection from the others', async () => {
    proxy.webSocket = 'refuses';
    open();
    await waitFiveSeconds();
    setVisible(false);
    await wait(100);
    expect(latest(Stream).isClosed).toBe(true);
    change(101);
    await wait(16_000);
    expect(revs()).toEqual([101]);
    expect(pollCount()).toBe(2);
    setVisible(true);
    await wait(100);
    change(102);
    expect(revs()).toEqual([101, 102]);
    expect(of(Stream)).toHaveLength(2);
  });

  test('ends when an event reports missing access', async () => {
    proxy.webSocket = 'refuses';
    open();
    await waitFiveSeconds();
    const data = JSON.stringify({ code: liveCloseCodes.noAccess });
    latest(Stream).dispatchEvent(new MessageEvent('close', { data }));
    expect(onEnd).toHaveBeenCalledOnce();
    await wait(60_000);
    expect(of(Stream)).toHaveLength(1);
  });

  test('opens no fallback while the server is stopping', async () => {
    open();
    await wait(10);
    latest(Socket).end(liveCloseCodes.restart);
    expect(isLiveDelayed.get()).toBe(true);
    await wait(1000);
    expect([of(Stream).length, pollCount()]).toEqual([0, 0]);
    await wait(2000);
    expect(of(Socket)).toHaveLength(2);
    expect(isLiveDelayed.get()).toBe(false);
  });

  test('connects at once when a call reaches a server that was unavailable', async () => {
    open();
    await wait(10);
    proxy.webSocket = proxy.eventStream = 'refuses';
    latest(Socket).end(1006);
    await wait(40_000);
    reportServerUnreached();
    const before = of(Socket).length;
    proxy.webSocket = 'passes';
    reportServerReached();
    await wait(100);
    expect(of(Socket)).toHaveLength(before + 1);
    change(101);
    expect(revs()).toEqual([101]);
  });

  test('reports that the server is reached when it connects first', async () => {
    open();
    await wait(10);
    reportServerUnreached();
    latest(Socket).end(1006);
    await waitFiveSeconds();
    expect(isOffline.get()).toBe(false);
  });

  test('checks the session and retries when no transport works', async () => {
    Object.assign(proxy, { webSocket: 'refuses', eventStream: 'refuses', polling: 'refuses' });
    open();
    await wait(100);
    expect(onRejected).toHaveBeenCalled();
    expect(isLiveDelayed.get()).toBe(true);
    Object.assign(proxy, { webSocket: 'passes' });
    await wait(30_000);
    expect(isLiveDelayed.get()).toBe(false);
  });
});
