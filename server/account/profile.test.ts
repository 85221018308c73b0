import { desc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { UserRow } from '#server/auth/accounts.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { users } from '#server/db/schema/people.ts';
import { files } from '#server/db/schema/projects.ts';
import { imageHead } from '#server/lib/imageHead.ts';
import { attachFile } from '#server/storage/storage.ts';
import { photoTexts } from '#shared/contract/account.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { aJpeg, aPng, aWebp } from '#test/pictures.ts';
import { test } from '#test/serverTest.ts';
import { multipart, photoUpload } from '#test/upload.ts';

let olive: UserRow;
let browser: Caller;

test.beforeEach(async ({ server }) => {
  olive = await aUser(server.db, { firstName: 'Olive', lastName: 'Owner', credits: 5 });
  browser = server.as(olive);
});

const profile = '/api/auth/user/profile';
const stored = async (server: TestApp) =>
  (await server.db.select().from(users).where(eq(users.id, olive.id)))[0];
const lastAction = async (server: TestApp) => {
  const [log] = await server.db.select().from(userActivityLogs).orderBy(desc(userActivityLogs.id)).limit(1);
  return [log?.userId, log?.action];
};

describe('PATCH /api/auth/user/profile', () => {
  test('trims and stores the names, and returns the user', async ({ server }) => {
    const answer = await browser.patch(profile, { firstName: '  Olivia ', lastName: 'van Eigen' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...(await browser.get('/api/auth/user')).json(),
      ...{ firstName: 'Olivia', lastName: 'van Eigen' },
    });
    expect((await stored(server))?.updatedAt.getTime()).toBeGreaterThan(olive.updatedAt.getTime());
    expect(await lastAction(server)).toEqual([olive.id, 'account.profile.update']);
  });

  test.for([
    [{ firstName: '', lastName: 'O' }, 'First name is required', 'firstName'],
    [{ firstName: '   ', lastName: 'O' }, 'First name is required', 'firstName'],
    [{ lastName: 'O' }, 'First name is required', 'firstName'],
    [{ firstName: 'x'.repeat(51), lastName: 'O' }, 'First name too long', 'firstName'],
    [{ firstName: 'O', lastName: '' }, 'Last name is required', 'lastName'],
    [{ firstName: 'O', lastName: null }, 'Last name is required', 'lastName'],
    [{ firstName: 'O', lastName: 'x'.repeat(51) }, 'Last name too long', 'lastName'],
  ] as const)('%o is rejected', async ([body, message, field], { server }) => {
    const answer = await browser.patch(profile, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message, error: message, fields: { [field]: message } });
    expect(await stored(server)).toEqual(olive);
  });

  test('accepts fifty characters of any script, and treats markup as text', async () => {
    const names = { firstName: 'ر'.repeat(50), lastName: '<b>🛳 {{x}}\u202E</b>' };
    expect((await browser.patch(profile, names)).json()).toMatchObject(names);
    expect((await browser.patch(profile, { firstName: 'a\0b', lastName: 'O' })).statusCode).toBe(400);
  });

  test('ignores all other fields', async ({ server }) => {
    const more = {
      ...{ id: 'another', email: 'ada@example.com', role: 'admin', isAdmin: true, creditBalance: 1_000_000 },
      ...{ reservedCredits: 0, stripeCustomerId: 'cus_1', subscriptionStatus: 'active', userId: 'another' },
    };
    const answer = await browser.patch(profile, { firstName: 'Olive', lastName: 'Owner', ...more });
    expect(answer.statusCode).toBe(200);
    expect(await stored(server)).toEqual({ ...olive, updatedAt: expect.any(Date) });
  });
});

describe('PATCH /api/auth/user/preferences', () => {
  const address = '/api/auth/user/preferences';
  const own = async () => {
    const { elementKeys, afterDialogue } = (await browser.get('/api/auth/user')).json();
    return { elementKeys, afterDialogue };
  };

  test('stores the keys of a user who had not been asked, one preference at a time', async () => {
    expect(await own()).toEqual({ elementKeys: null, afterDialogue: null });
    const answer = await browser.patch(address, { elementKeys: 'fountain' });
    expect(answer.json()).toEqual((await browser.get('/api/auth/user')).json());
    await browser.patch(address, { afterDialogue: 'character' });
    expect(await own()).toEqual({ elementKeys: 'fountain', afterDialogue: 'character' });
    expect((await browser.patch(address, {})).statusCode).toBe(200);
    expect(await own()).toEqual({ elementKeys: 'fountain', afterDialogue: 'character' });
  });

  test('rejects unknown keys and changes nothing else', async ({ server }) => {
    expect((await browser.patch(address, { elementKeys: 'emacs' })).statusCode).toBe(400);
    await browser.patch(address, { elementKeys: 'cycle', creditBalance: 1_000, isAdmin: true });
    expect(await stored(server)).toEqual({
      ...olive,
      elementKeys: 'cycle',
      updatedAt: expect.any(Date),
    });
  });
});

describe('POST /api/auth/user/profile/photo', () => {
  test.for([
    ['PNG', () => aPng(700, 300)],
    ['JPEG', () => aJpeg(300, 700)],
    ['WebP', () => aWebp(64, 64)],
  ] as const)(
    'turns a %s into a small square, without the rest of the file',
    async ([_, make], { server }) => {
      const bytes = await make();
      const answer = await browser.inject(photoUpload('me.jpg', bytes));
      expect(answer.statusCode, answer.body).toBe(200);
      const { profileImageUrl } = answer.json();
      expect(profileImageUrl).toMatch(/^\/uploads\/[\w-]{32}\.webp$/);
      expect((await browser.get('/api/auth/user')).json().profileImageUrl).toBe(profileImageUrl);
      const { rawPayload: made, headers } = await browser.get(profileImageUrl);
      const head = imageHead(made);
      expect([headers['content-type'], head?.width]).toEqual(['image/webp', head?.height]);
      expect(head?.width).toBeLessThanOrEqual(512);
      for (const trace of ['EXIF', 'Exif', 'GPS', 'taken at home', 'XMP'])
        expect(made.includes(trace)).toBe(false);
      expect(await lastAction(server)).toEqual([olive.id, 'account.photo.update']);
    },
  );

  test('replaces the previous photo and deletes its file', async ({ server }) => {
    const first = (await browser.inject(photoUpload('me.png', aPng()))).json().profileImageUrl;
    const second = (await browser.inject(photoUpload('me.png', aPng(20, 20, [0, 0, 0])))).json();
    expect(second.profileImageUrl).not.toBe(first);
    expect((await browser.get(first)).statusCode).toBe(404);
    const own = await server.db.select().from(files).where(eq(files.userId, olive.id));
    expect(own.map(({ name }) => `/uploads/${name}`)).toEqual([second.profileImageUrl]);
  });

  test('stores a photo that all signed-in users can see, and no visitors', async ({ server }) => {
    const { profileImageUrl } = (await browser.inject(photoUpload('me.png', aPng()))).json();
    expect((await server.as(await aUser(server.db)).get(profileImageUrl)).statusCode).toBe(200);
    expect((await server.visitor.get(profileImageUrl)).statusCode).toBe(401);
  });

  test('removes the photo for an empty address, and rejects other addresses', async ({ server }) => {
    const { profileImageUrl } = (await browser.inject(photoUpload('me.png', aPng()))).json();
    const names = { firstName: 'Olive', lastName: 'Owner' };
    const sam = await aUser(server.db);
    const url = await server.storage.put(aPng(), 'image/png');
    await attachFile(server.db, url, { userId: sam.id });
    for (const other of [
      url,
      'https://example.com/pixel.png',
      'javascript:alert(1)',
      '/uploads/../x',
      '/api/logout',
    ]) {
      const answer = await browser.patch(profile, { ...names, profileImageUrl: other });
      expect([other, answer.statusCode]).toEqual([other, 400]);
    }
    expect((await browser.patch(profile, { ...names, profileImageUrl })).json().profileImageUrl).toBe(
      profileImageUrl,
    );
    expect(
      (await browser.patch(profile, { ...names, profileImageUrl: '' })).json().profileImageUrl,
    ).toBeNull();
    expect((await browser.get(profileImageUrl)).statusCode).toBe(404);
    expect((await server.as(sam).get(url)).statusCode).toBe(200);
  });
});

describe('POST /api/auth/user/profile/photo with other content', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1');

  async function expectRejected(
    server: TestApp,
    options: Parameters<Caller['inject']>[0],
    status: number,
    message: string,
  ) {
    const before = await server.db.$count(files);
    const answer = await browser.inject(options);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
    expect(await stored(server)).toEqual(olive);
    expect(await server.db.$count(files)).toBe(before);
  }

  test.for([
    ['text under a right name', 'me.jpg', Buffer.from('not a picture')],
    ['HTML', 'me.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', 'me.webp', Buffer.from(svg)],
    ['a GIF', 'me.gif', gif],
    ['nothing', 'me.png', Buffer.alloc(0)],
    ['the head of a PNG', 'me.png', aPng().subarray(0, 20)],
    ['a PNG that breaks off', 'me.png', aPng(300, 300).subarray(0, -20)],
    ['a PNG of nothing', 'me.png', aPng(0, 0)],
  ] as const)('%s is rejected', ([_, name, bytes], { server }) =>
    expectRejected(server, photoUpload(name, bytes), 415, photoTexts.wrongType),
  );

  test('rejects a truncated JPEG and WebP', async ({ server }) => {
    for (const bytes of [await aJpeg(200, 200), await aWebp(200, 200)]) {
      const half = bytes.subarray(0, bytes.length - 30);
      await expectRejected(server, photoUpload('me.jpg', half), 415, photoTexts.wrongType);
    }
  });

  test('rejects an animated WebP', async ({ server }) => {
    const moving = Buffer.concat([
      Buffer.from('RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0', 'latin1'),
      Buffer.from([63, 0, 0, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ]);
    await expectRejected(server, photoUpload('me.webp', moving), 415, photoTexts.wrongType);
  });

  test('rejects fifty megapixels in a few bytes before decoding', async ({ server }) => {
    const bomb = aPng(10, 10);
    bomb.writeUInt32BE(10_000, 16);
    bomb.writeUInt32BE(5000, 20);
    await expectRejected(server, photoUpload('me.png', bomb), 400, photoTexts.tooManyPixels);
  });

  test('rejects a header with a smaller size than the picture', async ({ server }) => {
    const liar = aPng(4000, 3000);
    liar.writeUInt32BE(10, 16);
    await expectRejected(server, photoUpload('me.png', liar), 415, photoTexts.wrongType);
  });

  test('accepts 5 MB and rejects one byte more', async () => {
    const full = Buffer.concat([aPng(), Buffer.alloc(5 * 1024 * 1024 - aPng().length)]);
    const over = Buffer.concat([full, Buffer.alloc(1)]);
    const answer = await browser.inject(photoUpload('me.png', over));
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      expect.objectContaining({ message: 'File too large', details: photoTexts.tooLarge }),
    ]);
    expect((await browser.inject(photoUpload('me.png', full))).statusCode).toBe(200);
  });

  test('rejects a form without the field, and a request without a form', async ({ server }) => {
    const url = `${profile}/photo`;
    const other = multipart([{ field: 'scriptFile', fileName: 'me.png', content: aPng() }]);
    await expectRejected(server, { method: 'POST', url, ...other }, 400, photoTexts.wrongType);
    await expectRejected(server, { method: 'POST', url, payload: {} }, 400, photoTexts.wrongType);
    const named = photoUpload('../../../etc/passwd.png', aPng());
    const { profileImageUrl } = (await browser.inject(named)).json();
    expect(profileImageUrl).toMatch(/^\/uploads\/[\w-]{32}\.webp$/);
  });
});
