/** The files of one build that the script screen needs, as scripts/serviceWorker.ts finds them. Addresses begin with a slash. */
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

/** What the server sends as the page that is shown when it cannot be reached (server/lib/web.ts). */
export const offlinePagePath = '/offline.html';

/** Where a page that has come from the server is waited for no longer. */
export const pageDeadlineMs = 5000;

/** Said to a worker that waits by a page: this build is there, and nobody may need the one before any more. */
export interface ActivateMessage {
  type: 'take-over';
  boot: string;
}

/**
 * Who answers a request of a page: `page` is a screen of the application, asked of the server and else kept; `file` belongs
 * to this build, so the kept one is the same; all else is between the page and the server, calls of the API above all.
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
