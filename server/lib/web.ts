import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#screenplay/reading.ts';
import { answerError, notFound } from './errors.ts';
import { webFolder } from './inlineScripts.ts';
import { openingLinks } from './openingLinks.ts';
import { workerPolicy } from './security.ts';
import { sessionIn } from './session.ts';

/** Position of the first page of a script (web/index.html). */
const sheetSlot = 'hidden></div>';

/** Headers of pages. Other files do not need them. */
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
 * Serve the built web application. Files with a hash in their names are immutable; index.html is
 * revalidated. Every other path that a browser navigates to gets index.html, which selects the
 * screen.
 */
export async function serveWeb(
  app: FastifyInstance,
  firstSheetFor: (request: FastifyRequest) => Promise<string>,
  publicUrl: string,
  folder = webFolder,
  /** Content policies of pages that need another one. */
  policies: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const index = path.join(folder, 'index.html');
  const isBuilt = existsSync(index);
  const page = isBuilt ? readFileSync(index, 'utf8') : '';
  const sendPage = createPageSender(page, { firstSheetFor, publicUrl, folder, policies });
  if (isBuilt) {
    await serveFiles(app, folder);
    app.route({ method: ['GET', 'HEAD'], url: '/', handler: sendPage });
    serveOfflinePage(app, page);
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && isNavigation(request)) return sendPage(request, reply);
    return answerError(notFound(), request, reply);
  });
}

interface PageOptions {
  firstSheetFor: (request: FastifyRequest) => Promise<string>;
  publicUrl: string;
  folder: string;
  policies: ReadonlyMap<string, string>;
}

/**
 * Create a function that sends the page of a screen. For a browser without a session the page is
 * marked, so that it need not ask the server (web/session/auth.ts).
 */
function createPageSender(page: string, { firstSheetFor, publicUrl, folder, policies }: PageOptions) {
  const visitorsPage = page.replace('<html', '<html data-visitor');
  const landing = landingIn(folder, publicUrl);
  const linksFor = openingLinks(folder);

  return async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isVisitor = sessionIn(request.cookies, publicUrl) === null;
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
  };
}

/** Serve the files of the build, except pages. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    // Create a route for each file. createPageSender sends the pages.
    wildcard: false,
    index: false,
    // Compressed files are sent in place of the originals and get no route.
    globIgnore: ['*.html', 'files.json*', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = path.relative(folder, file).startsWith('assets');
      if (isHashed && !file.endsWith('.svg')) for (const name of ofPages) reply.raw.removeHeader(name);
      if (/\.worker-[^/]*\.js$/.test(file.replace(/\.(br|gz)$/, '')))
        reply.header('content-security-policy', workerPolicy);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/**
 * Serve the page for the service worker's offline cache. It does not depend on path or user, and
 * preloads nothing, because its files are cached.
 */
function serveOfflinePage(app: FastifyInstance, page: string): void {
  const offlinePage = page
    .replace('<html', '<html data-kept')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
  app.get('/offline.html', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(offlinePage),
  );
}

/** Read the landing page (scripts/landingPage.ts). Null: there is no build. */
function landingIn(folder: string, publicUrl: string): string | null {
  const file = path.join(folder, 'landing.html');
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8')
    .replace('<html', '<html data-visitor')
    .replaceAll('%ORIGIN%', () => escapeHtml(publicUrl));
}

/** Return whether a request is for a screen, not for a call, an upload or a missing file. */
function isNavigation(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Use a pattern, because new URL throws at paths that a client may send, such as //[.
  const isCall = /^\/+(api|uploads|assets)([/?#]|$)/.test(request.url);
  return isRead && !isCall && (request.headers.accept ?? '').includes('text/html');
}
