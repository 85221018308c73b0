import type { TestApp } from './app.ts';

export interface LoginMail {
  code: string;
  /** Path and query of the link. */
  path: string;
}

/** Asks for a sign-in mail and reads it; null where the address gets none. */
export async function loginMail(
  server: TestApp,
  email: string,
  more: object = {},
): Promise<LoginMail | null> {
  const { devMail } = (await server.visitor.post('/api/login', { email, ...more })).json();
  return devMail ? { code: devMail.code, path: devMail.link.slice(server.env.publicUrl.length) } : null;
}

/** The same of an address that must get one. */
export async function mailed(server: TestApp, email: string, more: object = {}): Promise<LoginMail> {
  const mail = await loginMail(server, email, more);
  if (!mail) throw new Error(`${email} got no mail`);
  return mail;
}

export function enterCode(server: TestApp, email: string, code: string) {
  return server.visitor.post('/api/login/verify', { email, code });
}
