import { withBasePath } from '#shared/basePath.ts';
import { cachePrefix } from '#web/lib/basePath.ts';
import {
  type ActivateMessage,
  type BuildFiles,
  basePathOfWorker,
  filesBelow,
  isGatewayError,
  offlinePagePath,
  pageDeadlineMs,
  routeRequest,
} from './program.ts';

/*
 * Caches the script screen's code in the browser, so that it opens without a connection
 * (docs/decisions/0047). Each build has a worker with a separate cache: a cached page and its code
 * are always of one build. The build writes this file as /service-worker.js
 * (scripts/serviceWorker.ts). It does not handle scripts or API calls.
 */

declare const builtProgram: BuildFiles;

/** The part of a worker's global scope that is used; the compiler knows only the page's. */
interface Scope extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]>;
  };
  registration: ServiceWorkerRegistration;
}

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface InstallEvent extends LifeEvent {
  /** Exists in newer browsers only. */
  addRoutes?: (routes: { condition: object; source: 'network' }) => Promise<void>;
}

interface PageRequest extends LifeEvent {
  request: Request;
  /** Id of the requesting page; for a navigation, of the page that will open. */
  clientId: string;
  resultingClientId: string;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as Scope;
const basePath = basePathOfWorker(location.pathname);
const program = filesBelow(basePath, builtProgram);
const offlinePage = withBasePath(basePath, offlinePagePath);
const prefix = cachePrefix(basePath);
const cacheName = prefix + program.version;
const files = new Set(program.own);
/**
 * Times, in milliseconds, at which the server delivered pages, by page. A worker that the browser
 * has restarted knows none.
 */
const deliveredAt = new Map<string, number>();
/** Time in which a page loads its first files. */
const openingMs = 10_000;
/** Responses vary by request headers such as compression; the cached one is already decoded. */
const anyVariant = { ignoreVary: true };

listen<InstallEvent>('install', (event) => {
  // Calls need not wait for this worker to wake up.
  const routed = event.addRoutes?.({
    condition: { urlPattern: new URLPattern({ pathname: `${basePath}/api/*` }) },
    source: 'network',
  });
  event.waitUntil(Promise.all([install(), routed?.catch(() => undefined)]));
});
listen<LifeEvent>('activate', (event) => event.waitUntil(activate()));
listen<LifeEvent & { data?: unknown }>('message', (event) => event.waitUntil(takeOver(event.data)));
listen<PageRequest>('fetch', (event) => {
  const answerer = routeRequest(event.request, { origin: location.origin, basePath, files });
  if (answerer === 'page') event.respondWith(pageFor(event));
  if (answerer === 'file' && isFromCache(event)) event.respondWith(fileFor(event));
});

/**
 * Return whether to answer from the cache. A page that the server has just delivered gets its files
 * faster from the browser's HTTP cache, which has everything this worker fetched. Later the server
 * may be down.
 */
function isFromCache({ clientId }: PageRequest): boolean {
  const isOpening = Date.now() - (deliveredAt.get(clientId) ?? 0) < openingMs;
  return !isOpening || !navigator.onLine;
}

function listen<E extends Event>(type: string, listener: (event: E) => void): void {
  scope.addEventListener(type, listener as (event: Event) => void);
}

async function install(): Promise<void> {
  const page = await fetch(offlinePage, { cache: 'no-cache' });
  // During a deployment the two may be of different builds; the browser tries again at its next
  // visit.
  if (!page.ok || !(await page.clone().text()).includes(program.boot))
    throw new Error('The page is of another version');
  const cache = await caches.open(cacheName);
  await Promise.all([cache.put(offlinePage, page), cache.addAll([...program.core])]);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
  await cacheLater();
}

/**
 * Cache the remaining files one after another. A file that fails is cached when it is first used.
 */
async function cacheLater(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const file of program.later)
    if (!(await cache.match(file, anyVariant))) await cache.add(file).catch(() => undefined);
}

/**
 * Activate this build. Only a page of this build may request it, when it is the only one: an older
 * page still loads parts of its build from the previous worker's cache.
 */
async function takeOver(said: unknown): Promise<void> {
  const { type, boot } = (said ?? {}) as Partial<ActivateMessage>;
  if (type !== 'take-over' || boot !== program.boot) return;
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await scope.skipWaiting();
}

async function pageFor(event: PageRequest): Promise<Response> {
  const response = askForPage(event);
  event.waitUntil(response.catch(() => undefined));
  try {
    const answer = await withinDeadline(response);
    if (answer && !isGatewayError(answer.status)) {
      deliveredAt.set(event.resultingClientId, Date.now());
      return answer;
    }
  } catch {
    // no connection
  }
  const kept = await caches.match(offlinePage, { cacheName, ...anyVariant });
  if (!kept) return response;
  return kept;
}

async function askForPage({ request, preloadResponse }: PageRequest): Promise<Response> {
  const preloaded = await preloadResponse;
  // Firefox resolves a failed preload with an error response instead of rejecting it.
  return preloaded && preloaded.type !== 'error' ? preloaded : fetch(request);
}

/** Return the result, or undefined after the deadline. */
function withinDeadline<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    work,
    new Promise<undefined>((resolve) => setTimeout(resolve, pageDeadlineMs, undefined)),
  ]);
}

async function fileFor(event: PageRequest): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(event.request.url, anyVariant);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(cache.put(event.request.url, answer.clone()));
  return answer;
}
