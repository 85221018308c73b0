import { describe, expect } from 'vitest';
import type { SignInPage } from '#shared/contract/signInPage.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { anInvitation, aProjectInvitation, aUser } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';

/** Return the data of the page. */
function shown(html: string): SignInPage {
  const [, data = ''] = html.match(/<body data-page="([^"]*)"/) ?? [];
  const text = data
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
  return JSON.parse(text) as SignInPage;
}

const open = async (server: TestApp, query = '') => {
  const answer = await server.visitor.get(`/api/login${query}`);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  return { status: answer.statusCode, page: shown(answer.body), answer };
};

describe('GET /api/login', () => {
  test('returns a form for the address, without a session', async ({ server }) => {
    const { status, page, answer } = await open(server);
    expect(status).toBe(200);
    expect(page).toEqual({
      type: 'sign-in',
      email: '',
      isEmailFixed: false,
      invite: null,
      returnTo: null,
      provider: null,
      isMailSent: false,
    });
    expect(answer.cookies).toEqual([]);
  });

  test('says whether mail is delivered', async () => {
    const mailing = await anApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    try {
      const { body } = await mailing.visitor.get('/api/login');
      expect(shown(body)).toMatchObject({ isMailSent: true });
    } finally {
      await mailing.close();
    }
  });

  test('fixes the address of an invitation', async ({ server }) => {
    for (const { email, inviteToken } of [
      await anInvitation(server.db),
      await aProjectInvitation(server.db),
    ]) {
      const { page } = await open(server, `?invite=${inviteToken}`);
      expect(page).toMatchObject({ email, isEmailFixed: true, invite: inviteToken });
    }
    expect((await open(server, '?invite=unknown')).page).toMatchObject({ email: '', isEmailFixed: false });
  });

  test('passes on the page to return to', async ({ server }) => {
    const { page } = await open(
      server,
      `?returnTo=${encodeURIComponent('/projects/PrQTbI/script?panel=chat')}`,
    );
    expect(page).toMatchObject({ returnTo: '/projects/PrQTbI/script?panel=chat' });
  });

  test('escapes the text of its query', async ({ server }) => {
    const returnTo = '/"><script>alert(1)</script>&quot;$&';
    const { page, answer } = await open(server, `?returnTo=${encodeURIComponent(returnTo)}`);
    expect(answer.body).not.toContain('<script>alert');
    expect(page).toMatchObject({ returnTo });
  });

  test.for([
    '?returnTo=https://elsewhere.example',
    '?returnTo=//elsewhere.example',
    '?returnTo=/%5Celsewhere.example',
    '?returnTo=/%09/elsewhere.example',
    '?returnTo=javascript:alert(1)',
    '?returnTo=/api/logout',
    '?returnTo=/./%2561pi/logout',
    '?returnTo=/API/logout',
    '?returnTo=projects',
    '?returnTo=',
    '?returnTo=/a&returnTo=/b',
    '?invite=a&invite=b',
    `?invite=${'x'.repeat(129)}`,
    '?invite=%00',
  ])('rejects the query %s', async (query, { server }) => {
    const { status, page } = await open(server, query);
    expect(status).toBe(400);
    expect(page).toMatchObject({ type: 'message', title: 'Invalid link' });
  });

  test('explains that no identity provider is configured', async ({ server }) => {
    for (const path of ['/oidc', '/oidc/callback?code=x&state=y'])
      expect((await open(server, path)).page.type).toBe('message');
  });
});

describe('GET /api/login for a signed-in user', () => {
  test.for([
    ['', '/'],
    ['?returnTo=/account', '/account'],
    ['?returnTo=/%D0%BF', '/%D0%BF'],
    ['?invite=unknown', '/'],
    ['?invite=unknown&returnTo=/account', '/account'],
  ] as const)('is sent on from /api/login%s to %s', async ([query, to], { server }) => {
    const answer = await server.as(await aUser(server.db)).get(`/api/login${query}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
  });

  test('redirects to the page of a project invitation', async ({ server }) => {
    const { inviteToken } = await aProjectInvitation(server.db);
    const answer = await server
      .as(await aUser(server.db))
      .get(`/api/login?invite=${inviteToken}&returnTo=/account`);
    expect(answer.headers.location).toBe(`/invite/${inviteToken}`);
  });
});
