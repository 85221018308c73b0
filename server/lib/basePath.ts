import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { withBasePath, withoutBasePath } from '#shared/basePath.ts';

/** Links of a page to this site. Texts of users contain no quotes: escapeHtml replaces them. */
const ownLinks = / (href|src|action)="(\/(?!\/)[^"]*)"/g;

/** Return the path of PUBLIC_URL without its last slash; empty at the root of a host. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/**
 * Return the server's option that removes the base path from requests. It accepts requests without
 * it too, from proxies that have removed it and from health checks.
 */
export function basePathRemover(publicUrl: string): Pick<FastifyServerOptions, 'rewriteUrl'> {
  const basePath = basePathOf(publicUrl);
  return basePath === '' ? {} : { rewriteUrl: ({ url = '/' }) => withoutBasePath(basePath, url) };
}

/**
 * Add the base path to the links of pages and to redirects. Register it before the compression of
 * replies.
 */
export function addBasePath(app: FastifyInstance, publicUrl: string): void {
  const basePath = basePathOf(publicUrl);
  if (basePath === '') return;
  app.addHook('onSend', async (_request, reply, payload) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string') reply.header('location', withBasePath(basePath, location));
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    return isPage && typeof payload === 'string' ? pageBelow(basePath, payload) : payload;
  });
}

/** Return a page with its links below the base path, which it passes on to its code. */
function pageBelow(basePath: string, html: string): string {
  return html
    .replace(ownLinks, (_link, name: string, address: string) => ` ${name}="${basePath}${address}"`)
    .replace('<html', () => `<html data-base="${basePath}"`);
}
