import { withBasePath } from '#shared/basePath.ts';

/** Return the base path that the server has written into the page. */
function pageBasePath(): string {
  return document.documentElement.dataset.base ?? '';
}

/** Return the address of a path of this site. Other addresses are returned unchanged. */
export function hrefOf(path: string): string {
  return withBasePath(pageBasePath(), path);
}
