import type { TestApp } from './app.ts';
import { loginMails } from './outbox.ts';

export interface SignInMail {
  code: string;
  /** Path and query of the link. */
  path: string;
  /** Cookies of the browser that asked for the mail. */
  cookies: Record<string, string>;
}

/**
 * Ask for a sign-in mail and read it in the outbox folder. Return null if the address gets none.
 */
export async function loginMail(
  server: TestApp,
  email: string,
  more: object = {},
): Promise<SignInMail | null> {
  const { dataDir, publicUrl } = server.env;
  const before = loginMails(dataDir, email).length;
  const answer = await server.visitor.post('/api/login', { email, ...more });
  await server.mail.send();
  const mail = loginMails(dataDir, email).slice(before).at(-1);
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  return mail ? { code: mail.code, path: mail.link.slice(publicUrl.length), cookies } : null;
}

/** Ask for a sign-in mail as `loginMail` does. Throws if the address gets none. */
export async function expectLoginMail(
  server: TestApp,
  email: string,
  more: object = {},
): Promise<SignInMail> {
  const mail = await loginMail(server, email, more);
  if (!mail) throw new Error(`${email} got no mail`);
  return mail;
}

export function enterCode(
  server: TestApp,
  email: string,
  code: string,
  cookies: Record<string, string> = {},
) {
  return server.visitor.inject({
    method: 'POST',
    url: '/api/login/verify',
    payload: { email, code },
    cookies,
  });
}

interface Browser {
  cookies?: Record<string, string>;
  remoteAddress?: string;
}

/** Open a sign-in link as a browser does. Presses no button. */
export function openLink(server: TestApp, path: string, browser: Browser = {}) {
  return server.visitor.inject({ url: path, headers: { accept: 'text/html' }, ...browser });
}

/** Press the button of a link's page. Return the page itself if it has no button. */
export function pressButton(
  server: TestApp,
  page: Awaited<ReturnType<typeof openLink>>,
  browser: Browser = {},
) {
  if (!page.body.includes('<form method="post" action="/api/login/link">')) return page;
  const fields = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return server.visitor.inject({
    method: 'POST',
    url: '/api/login/link',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.env.publicUrl },
    payload: new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])).toString(),
    ...browser,
  });
}

/** Open a sign-in link and press its button. Return the answer, 303 if the link works. */
export async function followLink(server: TestApp, path: string, browser: Browser = {}) {
  return pressButton(server, await openLink(server, path, browser), browser);
}
