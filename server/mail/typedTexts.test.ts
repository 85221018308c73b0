import { globSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication } from '#server/beta/beta.service.ts';
import { outbox } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { acceptedMail, inheritedMail, invitationMail, transferMail } from '#server/sharing/sharing.mails.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { hostileNames, linkLike } from '#test/hostileNames.ts';
import { aWorld, type World } from '#test/world.ts';
import type { ComposedMail } from './composeMail.ts';
import { spendingAlerts } from './spendingAlert.ts';

const publicUrl = 'https://write.example';
let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await anApp({ PUBLIC_URL: publicUrl });
  world = await aWorld(server.db);
});
afterAll(() => server.close());

/** Make each mail that has words of people in it, with these words in every place. */
const mails: Record<string, (words: string) => ComposedMail | Promise<ComposedMail>> = {
  invitation: (words) => {
    const href = `${publicUrl}/invite/a`;
    return invitationMail({ inviter: person(words), projectName: words, role: 'editor', href });
  },
  acceptance: (words) => acceptedMail({ ...toProject(words), role: 'viewer' }),
  transfer: (words) => transferMail(toProject(words)),
  inheritance: (words) => inheritedMail(toProject(words)),
  'beta application': async (words) => {
    await server.db.delete(outbox);
    const storable = words.replaceAll('\0', '');
    await addApplication(
      server.db,
      { adminEmails: ['ada@example.com'], publicUrl },
      {
        ...{ firstName: storable, lastName: storable, email: `greta${++applicants}@example.com` },
        ...{ role: 'screenwriter', experience: 'beginner', reason: storable, interests: [] },
        ...{ previousWork: storable, currentProjects: storable },
      },
    );
    return mailTo('ada@example.com');
  },
  'spending alert': async (words) => {
    await server.db.delete(outbox);
    const { project, olive } = world;
    await server.db
      .update(projects)
      .set({ name: words.replaceAll('\0', '') })
      .where(eq(projects.id, project.id));
    const subject = { of: 'project' as const, projectId: project.id, userId: olive.id };
    await server.db.transaction((tx) =>
      spendingAlerts({ publicUrl })(tx, { userId: olive.id, projectId: project.id }, [
        { ...subject, id: 0, limit: 100, spent: 90, isAlerted: false } as never,
      ]),
    );
    return mailTo(olive.email);
  },
};

let applicants = 0;
const person = (words: string) => ({ email: 'olive@example.com', firstName: words, lastName: words });
const toProject = (words: string) => ({
  ...{ person: person(words), project: { id: 7, name: words }, publicUrl },
});

async function mailTo(to: string): Promise<ComposedMail> {
  const [mail] = await server.db.select().from(outbox).where(eq(outbox.to, to));
  if (!mail) throw new Error(`${to} got no mail`);
  return { ...mail, html: mail.html ?? '' };
}

/** The texts between the tags, without the link of the action and the addresses of people. */
function words(mail: ComposedMail): string[] {
  const text = mail.text
    .split('\n')
    .filter((line) => !line.startsWith(`${publicUrl}/`))
    .join('\n');
  const html = mail.html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&\w+;/g, ' ')
    .replace(/^https:\/\/write\.example\/\S*$/m, '');
  return [mail.subject, text, html].map((each) => each.replace(/\b(olive|greta\d+)@example\.com/g, ''));
}

test.each(Object.keys(mails))(
  'the mail of the %s has no link, header or markup from user text',
  async (name) => {
    for (const typed of hostileNames) {
      const mail = await mails[name]?.(typed);
      if (!mail) throw new Error(`${name} makes no mail`);
      for (const text of words(mail)) expect(text).not.toMatch(linkLike);
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
      expect([...mail.subject].length).toBeLessThanOrEqual(160);
      expect(mail.text).not.toMatch(/^(Bcc:|https?:\/\/(?!write\.example\/))/m);
      expect(mail.html.match(/<a /g)).toHaveLength(1);
      expect(mail.html).not.toMatch(/<(img|script)|\u202e/);
      expect(mail.html).toMatch(/<h1 [^>]*>[^<]{1,400}<\/h1>/);
    }
  },
);

/** Mails that each file composes: those with words of people are above. */
const composed = {
  'server/admin/admin.service.ts': 1,
  'server/auth/login.service.ts': 1,
  'server/beta/beta.service.ts': 2,
  'server/billing/mails.ts': 7,
  'server/mail/spendingAlert.ts': 1,
  'server/sharing/sharing.mails.ts': 4,
};

test('every mail is composed by a function that this test knows', () => {
  const found = globSync('server/**/*.ts')
    .filter((file) => !/\.test\.ts$|composeMail\.ts$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8').match(/\bcomposeMail\(/g)?.length ?? 0] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(found)).toEqual(composed);
  const queued = globSync('server/**/*.ts').filter(
    (file) => !file.includes('.test.') && /insert\(outbox\)/.test(readFileSync(file, 'utf8')),
  );
  expect(queued).toEqual(['server/mail/outbox.ts']);
});
