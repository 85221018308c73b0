import fs from 'node:fs';
import path from 'node:path';

/** A mail in the outbox folder of a server without SMTP_URL. */
export interface OutboxMail {
  to: string;
  subject: string;
  text: string;
}

/** Return all mails in the order in which they were sent. */
export function outboxMails(dataDir: string): OutboxMail[] {
  const folder = path.join(dataDir, 'outbox');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return names.sort().map((name) => readMail(fs.readFileSync(path.join(folder, name), 'utf8')));
}

function readMail(source: string): OutboxMail {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const header = (name: string) => head.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]?.trim() ?? '';
  const text = body.join('\n\n').replaceAll('\r\n', '\n');
  return { to: header('To'), subject: header('Subject'), text };
}

export interface LoginMail {
  code: string;
  /** The whole URL. */
  link: string;
}

/** Return code and link of the sign-in mails to an address, oldest first. */
export function loginMails(dataDir: string, email: string): LoginMail[] {
  return outboxMails(dataDir)
    .filter(({ to }) => to === email.toLowerCase())
    .flatMap(({ subject, text }) => {
      const code = subject.match(/^\d{6}(?= is your Cold Open code$)/)?.[0];
      const link = text.match(/^https?:\S+$/m)?.[0];
      return code && link ? [{ code, link }] : [];
    });
}
