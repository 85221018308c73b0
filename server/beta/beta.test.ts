import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { betaSignups, outbox, users } from '#server/db/schema/people.ts';
import { betaExperiences, betaInterests, betaRoles } from '#shared/contract/beta.ts';
import type { TestApp } from '#test/app.ts';
import { aBetaApplication, aUser } from '#test/factories.ts';
import { outboxMails } from '#test/outbox.ts';
import { test as serverTest } from '#test/serverTest.ts';

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  { variables: { ADMIN_EMAILS: 'ada@example.com, writer@example.com' } },
);

test.beforeEach(async ({ server }) => {
  await server.mail.send();
  await server.db.delete(betaSignups);
  await server.db.delete(outbox);
});

const sams = {
  firstName: 'Sam',
  lastName: 'Stranger',
  email: 'sam@example.com',
  role: 'director',
  experience: 'advanced',
  reason: 'I have a ferry and a camera.',
};
const apply = (server: TestApp, more: object = {}) =>
  server.visitor.post('/api/beta-signup', { ...sams, ...more });
const stored = (server: TestApp) => server.db.select().from(betaSignups);

async function expectRejected(server: TestApp, more: object, field: string, text: string) {
  const answer = await apply(server, more);
  expect(answer.json()).toMatchObject({ message: text, error: text, fields: { [field]: text } });
  expect(answer.statusCode).toBe(400);
  expect(await stored(server)).toEqual([]);
  expect(await server.db.select().from(outbox)).toEqual([]);
}

describe('POST /api/beta-signup', () => {
  test('stores a pending application and returns it without secrets', async ({ server }) => {
    const more = {
      previousWork: 'Two shorts.',
      currentProjects: 'A pilot.',
      interests: ['Documentary', 'Dialogue Writing'],
    };
    const answer = await apply(server, more);
    expect(answer.statusCode).toBe(201);
    const [row] = await stored(server);
    expect(answer.json()).toEqual({ id: row?.id, status: 'pending' });
    expect(row).toMatchObject({ ...sams, ...more, status: 'pending', inviteToken: null, invitedAt: null });
  });

  test('does not require interests, previous work or current projects', async ({ server }) => {
    expect((await apply(server)).statusCode).toBe(201);
    expect(
      (
        await apply(server, {
          email: 'b@example.com',
          interests: [],
          previousWork: ' ',
          currentProjects: null,
        })
      ).statusCode,
    ).toBe(201);
    for (const row of await stored(server))
      expect(row).toMatchObject({ interests: [], previousWork: null, currentProjects: null });
  });

  test('ignores status, id and other internal fields', async ({ server }) => {
    await apply(server, { status: 'approved', inviteToken: 'mine', id: 7, isAdmin: true, creditBalance: 9 });
    expect((await stored(server))[0]).toMatchObject({ status: 'pending', inviteToken: null });
    expect(await server.db.select().from(users)).toEqual([]);
  });

  test.for(betaRoles)('accepts the role %s', async (role, { server }) => {
    expect((await apply(server, { role })).statusCode).toBe(201);
  });

  test.for(betaExperiences)('accepts the experience %s', async (experience, { server }) => {
    expect((await apply(server, { experience })).statusCode).toBe(201);
  });

  test('accepts any writing system and trims white space', async ({ server }) => {
    const reason = 'ستة وأربعون سيارة على متن العبّارة 🎬';
    await apply(server, { firstName: '  José  ', lastName: '<b>Õ’Neil</b>', reason: `\n${reason} ` });
    expect((await stored(server))[0]).toMatchObject({ firstName: 'José', lastName: '<b>Õ’Neil</b>', reason });
  });
});

describe('POST /api/beta-signup fields', () => {
  test.for([
    ['firstName', 'First name is required', undefined, '', '   ', 7, null],
    ['lastName', 'Last name is required', undefined, '', '   ', {}, null],
    ['firstName', 'First name too long', 'x'.repeat(51)],
    ['lastName', 'Last name too long', 'x'.repeat(51)],
    ['email', 'Valid email is required', undefined, '', 'sam', 'sam@', 'a@b.c, d@e.f', 'a@b.c\r\nBcc: d@e.f'],
    ['email', 'Valid email is required', `${'x'.repeat(250)}@example.com`, 3],
    ['role', 'Please select your role', undefined, '', 'Director', 'admin', 7],
    ['experience', 'Please select your experience level', undefined, '', 'none', null],
    [
      'reason',
      'Please provide at least 10 characters explaining why you want early access',
      ...[undefined, '', 'x'.repeat(9), `${'x'.repeat(9)}     `],
    ],
    ['reason', 'Please keep your reason under 500 characters', 'x'.repeat(501)],
    ['previousWork', 'Please keep previous work description under 300 characters', 'x'.repeat(301)],
    ['currentProjects', 'Please keep current projects description under 300 characters', 'x'.repeat(301)],
  ] as [string, string, ...unknown[]][])(
    '%s is rejected with: %s',
    async ([field, text, ...values], { server }) => {
      for (const value of values) await expectRejected(server, { [field]: value }, field, text);
    },
  );

  test.for([
    ['firstName', 'x'.repeat(50)],
    ['lastName', 'x'.repeat(50)],
    ['reason', 'x'.repeat(10)],
    ['reason', 'x'.repeat(500)],
    ['previousWork', 'x'.repeat(300)],
    ['currentProjects', 'x'.repeat(300)],
  ] as const)('%s may have its maximum length', async ([field, value], { server }) => {
    expect((await apply(server, { [field]: value })).statusCode).toBe(201);
  });

  test('limits interests to a list of short texts', async ({ server }) => {
    for (const interests of ['Documentary', [7], ['x'.repeat(61)], Array(21).fill('x')])
      expect((await apply(server, { interests })).statusCode).toBe(400);
    expect((await apply(server, { interests: [...betaInterests, 'Puppets'] })).statusCode).toBe(201);
  });

  test('rejects characters that cannot be stored', async ({ server }) => {
    for (const reason of ['nul \0 in the midst', 'half a pair \ud800 here'])
      expect((await apply(server, { reason })).statusCode).toBe(400);
    expect(await stored(server)).toEqual([]);
  });
});

describe('POST /api/beta-signup with a known address', () => {
  test('rejects an address that has applied, in any case and with any status', async ({ server }) => {
    await apply(server);
    for (const status of ['pending', 'approved', 'rejected'] as const) {
      await server.db.update(betaSignups).set({ status });
      const answer = await apply(server, { email: ' SAM@Example.com ', reason: 'Let me in, at last.' });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ message: 'An application with this email already exists.' });
    }
    expect(await stored(server)).toMatchObject([{ reason: sams.reason }]);
  });

  test('accepts one of several concurrent applications', async ({ server }) => {
    const answers = await Promise.all([apply(server), apply(server), apply(server)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(await server.db.select().from(outbox)).toHaveLength(3);
  });

  test('does not reveal whether the address has applied or has an account', async ({ server }) => {
    await aBetaApplication(server.db, { email: 'applied@example.com' });
    const { id } = await aUser(server.db, { email: 'account@example.com' });
    const answers = [
      await apply(server, { email: 'applied@example.com' }),
      await apply(server, { email: 'account@example.com' }),
    ];
    const visibleParts = answers.map(({ statusCode, headers, body }) => {
      const { date: _, 'x-request-id': __, ...rest } = headers;
      return { statusCode, body, headers: rest };
    });
    expect(visibleParts[0]).toEqual(visibleParts[1]);
    expect(await stored(server)).toHaveLength(1);
    expect(await server.db.select().from(outbox)).toEqual([]);
    await server.db.delete(users).where(eq(users.id, id));
  });
});

describe('POST /api/beta-signup emails', () => {
  const mails = async (server: TestApp) => {
    await server.mail.send();
    return outboxMails(server.env.dataDir);
  };

  test('are sent to the applicant, without text from the form, and to every administrator', async ({
    server,
  }) => {
    const before = (await mails(server)).length;
    await apply(server, { firstName: 'Visit https://elsewhere.example', email: 'new@example.com' });
    const [received, ...notices] = (await mails(server)).slice(before);
    expect(received).toMatchObject({ to: 'new@example.com', subject: 'We have your application' });
    expect(received?.text).not.toMatch(/elsewhere|Stranger|ferry/);
    expect(notices.map(({ to }) => to)).toEqual(['ada@example.com', 'writer@example.com']);
    for (const { text } of notices) {
      expect(text).toContain(sams.reason);
      expect(text).toContain(`${server.env.publicUrl}/admin/beta-applications\n`);
    }
  });

  test('cannot get headers from the form', async ({ server }) => {
    const before = (await mails(server)).length;
    await apply(server, { firstName: 'Sam\r\nBcc: all@example.com', email: 'header@example.com' });
    const sent = (await mails(server)).slice(before);
    expect(sent.map(({ subject }) => subject)).toContain(
      'Beta application: Sam Bcc: all@example. com Stranger',
    );
    expect(sent).toHaveLength(3);
  });
});

test('POST /api/beta-signup allows five applications an hour per network, including rejected ones', async ({
  server,
}) => {
  const from = (place: string, n: number) =>
    server.visitor.inject({
      method: 'POST',
      url: '/api/beta-signup',
      payload: { ...sams, email: `${n % 2}@example.com` },
      remoteAddress: place,
    });
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await from('198.51.100.7', n));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 409, 409, 409, 429]);
  expect(answers[5]?.json()).toMatchObject({ message: 'Too many requests. Please try again later.' });
  expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await from('198.51.100.8', 0)).statusCode).toBe(409);
});

test('POST /api/beta-signup rejects requests from another site', async ({ server }) => {
  const answer = await server.visitor.inject({
    method: 'POST',
    url: '/api/beta-signup',
    payload: sams,
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(answer.statusCode).toBe(403);
  expect(await stored(server)).toEqual([]);
});
