import { withBasePath, withoutBasePath } from '#shared/basePath.ts';

/**
 * Files of one build that the script screen needs, collected by scripts/serviceWorker.ts. Addresses
 * begin with a slash.
 */
export interface BuildFiles {
  /** Differs for every build. */
  version: string;
  /** First file of the page; it identifies the build. */
  boot: string;
  /** Files without which no script can be shown. */
  core: readonly string[];
  /** Files of dialogs and panels. */
  later: readonly string[];
  /** All of these, and files that are too large to be fetched before they are needed. */
  own: readonly string[];
}

/** Return the base path: the folder of the worker's file, which is its scope too. */
export function basePathOfWorker(pathname: string): string {
  return pathname.replace(/\/[^/]*$/, '');
}

/** Return a build with its addresses below the base path. */
export function filesBelow(basePath: string, { version, boot, core, later, own }: BuildFiles): BuildFiles {
  const below = (file: string) => withBasePath(basePath, file);
  return {
    version,
    boot: below(boot),
    core: core.map(below),
    later: later.map(below),
    own: own.map(below),
  };
}

/** Path of the page that is shown while the server is unreachable (server/lib/web.ts). */
export const offlinePagePath = '/offline.html';

/** Time to wait for the server's page before the cached page is shown. */
export const pageDeadlineMs = 5000;

/** Message of a page to a waiting worker: this build is active, and older ones may be removed. */
export interface ActivateMessage {
  type: 'take-over';
  boot: string;
}

/**
 * Return the handler of a request: `page` is a screen of the application, fetched with the cache as
 * a fallback; `file` belongs to this build, so the cached one is equal; everything else, above all
 * API calls and what pages of the server such as the sign-in page load, bypasses the worker.
 */
export function routeRequest(
  { method, mode, url, referrer = '' }: Pick<Request, 'method' | 'mode' | 'url'> & { referrer?: string },
  { origin, basePath, files }: { origin: string; basePath: string; files: ReadonlySet<string> },
): 'page' | 'file' | 'server' {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'server';
  const pathOf = (pathname: string) => withoutBasePath(basePath, pathname);
  if (mode === 'navigate') return isScreen(pathOf(address.pathname)) ? 'page' : 'server';
  if (referrer !== '' && isServerPage(pathOf(new URL(referrer).pathname))) return 'server';
  return files.has(address.pathname + address.search) ? 'file' : 'server';
}

/** Return whether the path is a call, or a page that the server renders. */
function isServerPage(pathname: string): boolean {
  return /^\/+(api|read|copies)(\/|$)|\/reading\/?$/.test(pathname);
}

/** Return whether the path is a screen: no call, no file, no page that the server renders. */
function isScreen(pathname: string): boolean {
  return !isServerPage(pathname) && !/^\/+(uploads|assets|landing)(\/|$)|\.\w+$/.test(pathname);
}

/** Return whether the status comes from a proxy whose server is unreachable. */
export function isGatewayError(status: number): boolean {
  return status >= 502 && status <= 504;
}
