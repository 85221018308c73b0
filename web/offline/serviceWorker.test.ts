import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BuildFiles, offlinePagePath } from './program.ts';

const program: BuildFiles = {
  version: 'two',
  boot: '/assets/boot-2.js',
  core: ['/assets/boot-2.js'],
  later: ['/assets/keys-2.js'],
  own: ['/assets/boot-2.js', '/assets/keys-2.js', '/assets/large-2.js'],
};
const page = `<html data-kept><script src="${program.boot}"></script></html>`;

/** Create the part of a worker's global scope that ours uses. */
function aWorld() {
  const stores = new Map<string, Map<string, Response>>([['cold-open:program:one', new Map()]]);
  const requests: string[] = [];
  const server = {
    answers: new Map<string, () => Response | Promise<Response>>([
      [offlinePagePath, () => new Response(page)],
      ...program.own.map((file) => [file, () => new Response(file)] as [string, () => Response]),
    ]),
    isAway: false,
  };
  const pathOf = (request: string | Request) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, location.href);
    return pathname;
  };
  const fetchFrom = async (request: string | Request) => {
    requests.push(pathOf(request));
    if (server.isAway) throw new TypeError('Failed to fetch');
    return (await server.answers.get(pathOf(request))?.()) ?? new Response('A page', { status: 200 });
  };
  const cacheOf = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    const add = async (file: string) => void store.set(pathOf(file), await fetchFrom(file));
    return {
      add,
      addAll: async (list: string[]) => void (await Promise.all(list.map(add))),
      put: async (key: string, response: Response) => void store.set(pathOf(key), response),
      match: async (key: string) => store.get(pathOf(key))?.clone(),
    };
  };
  const scope = {
    listeners: new Map<string, (event: object) => void>(),
    addEventListener: (type: string, listener: (event: object) => void) =>
      scope.listeners.set(type, listener),
    skipWaiting: vi.fn(async () => {}),
    pages: 1,
    clients: { claim: async () => {}, matchAll: async () => Array.from({ length: scope.pages }) },
    registration: {},
  };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('builtProgram', program);
  vi.stubGlobal('fetch', fetchFrom);
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (key: string, { cacheName }: { cacheName: string }) => cacheOf(cacheName).match(key),
  });
  const tell = async (type: string, event: object = {}) => {
    const work: Promise<unknown>[] = [];
    scope.listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
    await Promise.all(work);
  };
  /** Send a request to the worker; null if it does not handle it. */
  const ask = async (path: string, mode = 'cors', page = 'one') => {
    let answer: Promise<Response> | null = null;
    const request = { method: 'GET', mode, url: new URL(path, location.href).href };
    const ids = { clientId: page, resultingClientId: page };
    const dispatched = tell('fetch', {
      request,
      ...ids,
      respondWith: (given: Promise<Response>) => (answer = given),
    });
    const response = await (answer as Promise<Response> | null);
    await dispatched;
    return response === null ? null : response.text();
  };
  return { stores, asked: requests, server, scope, tell, ask };
}

let world: ReturnType<typeof aWorld>;

beforeEach(async () => {
  vi.resetModules();
  world = aWorld();
  await import('./serviceWorker.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function installed() {
  await world.tell('install');
  await world.tell('activate');
  return world;
}

test("caches the page and its files, then the dialogs, and removes the previous build's cache", async () => {
  await installed();
  expect([...world.stores.keys()]).toEqual(['cold-open:program:two']);
  expect([...(world.stores.get('cold-open:program:two')?.keys() ?? [])].sort()).toEqual(
    ['/assets/boot-2.js', '/assets/keys-2.js', offlinePagePath].sort(),
  );
});

test("keeps the previous build's cache until it is activated", async () => {
  await world.tell('install');
  expect([...world.stores.keys()]).toContain('cold-open:program:one');
  expect(world.scope.skipWaiting).not.toHaveBeenCalled();
});

test('does not cache a page of another build', async () => {
  world.server.answers.set(offlinePagePath, () => new Response(page.replace('boot-2', 'boot-3')));
  await expect(world.tell('install')).rejects.toThrow('another version');
});

test('activates for the only page if that is of its build', async () => {
  const say = (boot: string) => world.tell('message', { data: { type: 'take-over', boot } });
  await say('/assets/boot-1.js');
  world.scope.pages = 2;
  await say(program.boot);
  await world.tell('message', { data: 'else' });
  expect(world.scope.skipWaiting).not.toHaveBeenCalled();
  world.scope.pages = 1;
  await say(program.boot);
  expect(world.scope.skipWaiting).toHaveBeenCalledOnce();
});

test('returns the server’s page, or the cached one while only a proxy or nothing answers', async () => {
  await installed();
  expect(await world.ask('/projects/PrQTbI/script', 'navigate')).toBe('A page');
  world.server.answers.set('/projects/PrQTbI/script', () => new Response('Bad gateway', { status: 502 }));
  expect(await world.ask('/projects/PrQTbI/script', 'navigate')).toBe(page);
  world.server.isAway = true;
  expect(await world.ask('/projects/PrQTbI/script', 'navigate')).toBe(page);
});

test('returns the cached page when the server’s does not start in time', async () => {
  await installed();
  vi.useFakeTimers();
  let answer = (_response: Response): void => {};
  world.server.answers.set('/', () => new Promise((resolve) => (answer = resolve)));
  const shown = world.ask('/', 'navigate');
  await vi.advanceTimersByTimeAsync(5000);
  answer(new Response('Late'));
  expect(await shown).toBe(page);
});

test('returns cached files to a cached page, and leaves those of an opening page to the browser', async () => {
  await installed();
  await world.ask('/', 'navigate', 'one');
  expect(await world.ask('/assets/boot-2.js')).toBeNull();
  world.server.isAway = true;
  await world.ask('/', 'navigate', 'two');
  expect(await world.ask('/assets/boot-2.js', 'cors', 'two')).toBe('/assets/boot-2.js');
  expect(await world.ask('/assets/boot-2.js')).toBeNull();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await world.ask('/assets/boot-2.js')).toBe('/assets/boot-2.js');
});

test('returns cached files to a page that loads them later, when the server is down', async () => {
  await installed();
  vi.useFakeTimers();
  await world.ask('/', 'navigate', 'one');
  world.server.isAway = true;
  expect(await world.ask('/assets/keys-2.js')).toBeNull();
  vi.advanceTimersByTime(10_000);
  expect(await world.ask('/assets/keys-2.js')).toBe('/assets/keys-2.js');
});

test('returns cached files to pages that a restarted worker does not know', async () => {
  await installed();
  world.server.isAway = true;
  expect(await world.ask('/assets/keys-2.js')).toBe('/assets/keys-2.js');
});

test('caches large files after their first use, and ignores API calls', async () => {
  await installed();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  world.asked.length = 0;
  expect(await world.ask('/assets/keys-2.js')).toBe('/assets/keys-2.js');
  expect(await world.ask('/assets/large-2.js')).toBe('/assets/large-2.js');
  world.server.isAway = true;
  expect(await world.ask('/assets/large-2.js')).toBe('/assets/large-2.js');
  expect(await world.ask('/api/auth/user')).toBeNull();
  expect(world.asked).toEqual(['/assets/large-2.js']);
});
