import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError, notFound } from './errors.ts';

export const webFolder = path.resolve(import.meta.dirname, '../../dist/web');

/**
 * The built web application. Files whose names carry a hash never change; index.html is asked for anew each
 * time. Every other address a browser navigates to is a screen, which the page itself finds in its routes.
 */
export async function serveWeb(app: FastifyInstance, folder = webFolder): Promise<void> {
  const isBuilt = existsSync(path.join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = path.relative(folder, file).startsWith('assets');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', (_request, reply) => sendPage(reply));
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && isNavigation(request)) return sendPage(reply);
    return answerError(notFound(), request, reply);
  });
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}

/** A screen's address, as opposed to a call, an upload or a missing file. */
function isNavigation(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { pathname } = new URL(request.url, 'http://localhost');
  const isCall = /^\/(api|uploads|assets)(\/|$)/.test(pathname);
  return isRead && !isCall && (request.headers.accept ?? '').includes('text/html');
}
