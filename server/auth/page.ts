import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#screenplay/reading.ts';
import { webFolder } from '#server/lib/inlineScripts.ts';
import type { LinkQuestion } from '#shared/contract/auth.ts';
import type { SignInPage } from '#shared/contract/signInPage.ts';
import type { WorkingLink } from './login.service.ts';

/** Position of the page's data (web/signin.html). */
const slot = '<body data-page="">';

let shell: string | undefined;

/** Read the built page, once. */
function readShell(): string {
  shell ??= readFileSync(path.join(webFolder, 'signin.html'), 'utf8');
  if (!shell.includes(slot)) throw new Error(`web/signin.html does not contain ${slot}`);
  return shell;
}

/** Content of a page that the server writes. */
interface WrittenPage {
  title: string;
  /** HTML. */
  body: string;
}

/** Position of content written by the server (web/signin.html). */
const writtenSlot = '<section data-step="written" hidden></section>';
const scriptNote = /<noscript>[\s\S]*?<\/noscript>/;

/**
 * Send the sign-in page. It is no React route (decision OQ-01): the web build makes it, and the
 * server puts its data into one attribute of the body.
 */
export function sendSignInPage(
  reply: FastifyReply,
  page: SignInPage,
  status = 200,
  written?: WrittenPage,
): FastifyReply {
  let html = readShell().replace(slot, () => `<body data-page="${escapeHtml(JSON.stringify(page))}">`);
  if (written)
    html = html
      .replace(scriptNote, '')
      .replace(/<title>[^<]*/, () => `<title>${escapeHtml(written.title)} · Cold Open`)
      .replace(writtenSlot, () => `<section data-step="written">${written.body}</section>`);
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}

/** Send a page that explains why a sign-in does not work. */
export function rejectPage(reply: FastifyReply, title: string, text: string, status = 400): FastifyReply {
  return sendSignInPage(reply, { type: 'message', title, text }, status, {
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(text)}</p>
<a class="button" href="/api/login">Back to sign-in</a>`,
  });
}

interface LinkPage extends WorkingLink {
  token: string;
  question: LinkQuestion;
  /** Signed-in address, if any. */
  current: string | null;
}

const elsewhereNote =
  'It was requested in another browser, or is from an earlier mail. If you did not ask for it, close this page.';

/** Ask before a sign-in link is used: one button, whose form is posted without JavaScript. */
export function sendLinkPage(reply: FastifyReply, { token, question, ...link }: LinkPage): FastifyReply {
  const { email, current, isAskedHere } = link;
  const isSwitch = question === 'switch';
  const title = isSwitch ? 'Change accounts?' : 'Sign in';
  const address = `<b>${escapeHtml(email)}</b>`;
  const lead = isSwitch
    ? `You are signed in as <b>${escapeHtml(current ?? '')}</b>. Sign in as ${address} instead?`
    : `This link signs you in as ${address}.`;
  const stay = isSwitch ? '\n<p class="links"><a class="button" href="/">Stay signed in</a></p>' : '';
  return sendSignInPage(reply, { type: 'link', isSwitch }, 200, {
    title,
    body: `<h1>${title}</h1>
<p class="lead">${lead}${isAskedHere ? '' : ` ${elsewhereNote}`}</p>
<form method="post" action="/api/login/link">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="question" value="${question}">
<button class="primary" type="submit">${isSwitch ? 'Change accounts' : 'Sign in'}</button>
</form>${stay}`,
  });
}
