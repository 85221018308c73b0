import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#screenplay/reading.ts';
import { answerError, notFound } from './errors.ts';
import { openingLinks } from './openingLinks.ts';
import { workerPolicy } from './security.ts';
import { sessionIn } from './session.ts';

export const webFolder = path.resolve(import.meta.dirname, '../../dist/web');

/** Where the first sheet of a script goes (web/index.html). */
const sheetSlot = 'hidden></div>';

/** What a page is told about itself. Its scripts, styles and fonts are under that already, and they are many. */
const ofPages = [
  'content-security-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/**
 * The built web application. Files whose names carry a hash never change; index.html is asked for anew each
 * time. Every other address a browser navigates to is a screen, which the page itself finds in its routes.
 */
export async function serveWeb(
  app: FastifyInstance,
  firstSheetFor: (request: FastifyRequest) => Promise<string>,
  publicUrl: string,
  folder = webFolder,
  /** Content policies of pages that need another than all others have. */
  policies: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const index = path.join(folder, 'index.html');
  const isBuilt = existsSync(index);
  const page = isBuilt ? readFileSync(index, 'utf8') : '';
  const visitorsPage = page.replace('<html', '<html data-visitor');
  const landing = landingIn(folder, publicUrl);
  const linksFor = openingLinks(folder);

  /** A browser without a session is told so at once: it need not ask who it is (web/session/auth.ts). */
  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isVisitor = sessionIn(request.cookies) === null;
    const [pathname = '/'] = request.url.split(/[?#]/);
    const links = linksFor(pathname, isVisitor);
    const sheet = isVisitor ? '' : await firstSheetFor(request);
    const isLanding = isVisitor && pathname === '/' && landing !== null;
    const shown = isLanding ? landing : isVisitor ? visitorsPage : page;
    const html = shown.replace('</head>', () => `${links}</head>`);
    const policy = isVisitor ? undefined : policies.get(pathname.replace(/(?<=.)\/$/, ''));
    if (policy !== undefined) reply.header('content-security-policy', policy);
    return reply
      .header('cache-control', sheet === '' ? 'no-cache' : 'private, no-cache')
      .header('vary', 'cookie')
      .type('text/html; charset=utf-8')
      .send(sheet === '' ? html : html.replace(sheetSlot, () => `>${sheet}</div>`));
  }

  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // A route for each file, and none for folders; the pages are sent below.
      wildcard: false,
      index: false,
      // What the build has made of each file beside it (vite.config.ts) is sent in its place, and has no route of its own.
      globIgnore: ['*.html', 'files.json*', '**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = path.relative(folder, file).startsWith('assets');
        const isScript = /theme\.js(\.(br|gz))?$/.test(file);
        if (isScript || (isHashed && !file.endsWith('.svg')))
          for (const name of ofPages) reply.raw.removeHeader(name);
        if (/\.worker-[^/]*\.js$/.test(file.replace(/\.(br|gz)$/, '')))
          reply.header('content-security-policy', workerPolicy);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.route({ method: ['GET', 'HEAD'], url: '/', handler: sendPage });
    // What the service worker keeps and shows without a connection: nothing of an address, and nothing of anybody. Its files are
    // in the worker's hands, so none of them is asked for ahead.
    const keptPage = page
      .replace('<html', '<html data-kept')
      .replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
    app.get('/offline.html', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(keptPage),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && isNavigation(request)) return sendPage(request, reply);
    return answerError(notFound(), request, reply);
  });
}

/** What visitors see first (scripts/landingPage.ts); null where nothing is built. */
function landingIn(folder: string, publicUrl: string): string | null {
  const file = path.join(folder, 'landing.html');
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8')
    .replace('<html', '<html data-visitor')
    .replaceAll('%ORIGIN%', () => escapeHtml(publicUrl));
}

/** A screen's address, as opposed to a call, an upload or a missing file. */
function isNavigation(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Not by way of new URL, which throws at what a socket may send as an address: //[ is one.
  const isCall = /^\/+(api|uploads|assets)([/?#]|$)/.test(request.url);
  return isRead && !isCall && (request.headers.accept ?? '').includes('text/html');
}
