import { withBasePath, withoutBasePath } from '#shared/basePath.ts';

/** Return the base path that the server has written into the page. */
export function pageBasePath(): string {
  // The landing page is rendered without a document.
  return globalThis.document?.documentElement.dataset.base ?? '';
}

/** Return the address of a path of this site. Other addresses are returned unchanged. */
export function hrefOf(path: string): string {
  return withBasePath(pageBasePath(), path);
}

/** Return the path of the page without the base path, as routes and `returnTo` have it. */
export function pagePath(): string {
  return withoutBasePath(pageBasePath(), window.location.pathname);
}

/**
 * Return the beginning of the names of all caches of the service worker. Installations at
 * other paths of the host have other names.
 */
export function cachePrefix(basePath: string): string {
  return `cold-open:program${basePath}:`;
}
