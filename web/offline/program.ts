/**
 * Files of one build that the script screen needs, collected by scripts/serviceWorker.ts. Addresses
 * begin with a slash.
 */
export interface BuildFiles {
  /** Another one for every build. */
  version: string;
  /** The first code of the page: it tells which build a page is of. */
  boot: string;
  /** Without them no script is shown. */
  core: readonly string[];
  /** Windows and panels that open beside it. */
  later: readonly string[];
  /** All of these, and what is too large to be fetched before somebody needs it. */
  own: readonly string[];
}

/** Path of the page that is shown while the server is unreachable (server/lib/web.ts). */
export const offlinePagePath = '/offline.html';

/** Where a page that has come from the server is waited for no longer. */
export const pageDeadlineMs = 5000;

/** Message of a page to a waiting worker: this build is active, and older ones may be removed. */
export interface ActivateMessage {
  type: 'take-over';
  boot: string;
}

/**
 * Return the handler of a request: `page` is a screen of the application, fetched with the cache as
 * a fallback; `file` belongs to this build, so the cached one is equal; everything else, above all
 * API calls, bypasses the worker.
 */
export function routeRequest(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: ReadonlySet<string>,
): 'page' | 'file' | 'server' {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'server';
  if (mode === 'navigate') return isScreen(address.pathname) ? 'page' : 'server';
  return files.has(address.pathname + address.search) ? 'file' : 'server';
}

/** Not calls, files, or the pages that the server writes itself. */
function isScreen(pathname: string): boolean {
  return !/^\/+(api|uploads|assets|landing)(\/|$)|\/reading\/?$|\.\w+$/.test(pathname);
}

/** Whether an answer comes from something before the server, which itself is away. */
export function isGatewayError(status: number): boolean {
  return status >= 502 && status <= 504;
}
