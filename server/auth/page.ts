import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#screenplay/reading.ts';
import { webFolder } from '#server/lib/web.ts';
import type { SignInPage } from '#shared/contract/signInPage.ts';

/** Where the page's data goes (web/signin.html). */
const slot = '<body data-page="">';

let shell: string | undefined;

/** The built page, read once. */
function readShell(): string {
  shell ??= readFileSync(path.join(webFolder, 'signin.html'), 'utf8');
  if (!shell.includes(slot)) throw new Error('web/signin.html has lost the place for its data');
  return shell;
}

/**
 * Answers the sign-in page. It is no React route (decision OQ-01): the web build makes it, and the server
 * tells it what to show in one attribute of its body.
 */
export function sendSignInPage(reply: FastifyReply, page: SignInPage, status = 200): FastifyReply {
  const html = readShell().replace(slot, () => `<body data-page="${escapeHtml(JSON.stringify(page))}">`);
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}

/** Says why a way in does not work. */
export function refusePage(reply: FastifyReply, title: string, text: string): FastifyReply {
  return sendSignInPage(reply, { kind: 'message', title, text }, 400);
}
