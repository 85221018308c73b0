import type { TestApp } from './app.ts';
import { loginMails } from './outbox.ts';

export interface AskedMail {
  code: string;
  /** Path and query of the link. */
  path: string;
  /** Of the browser that asked. */
  cookies: Record<string, string>;
}

/** Asks for a sign-in mail and reads it in the outbox folder; null where the address gets none. */
export async function loginMail(
  server: TestApp,
  email: string,
  more: object = {},
): Promise<AskedMail | null> {
  const { dataDir, publicUrl } = server.env;
  const before = loginMails(dataDir, email).length;
  const answer = await server.visitor.post('/api/login', { email, ...more });
  await server.mail.send();
  const mail = loginMails(dataDir, email).slice(before).at(-1);
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  return mail ? { code: mail.code, path: mail.link.slice(publicUrl.length), cookies } : null;
}

/** The same of an address that must get one. */
export async function mailed(server: TestApp, email: string, more: object = {}): Promise<AskedMail> {
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
