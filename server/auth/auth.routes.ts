import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { users } from '#server/db/schema/people.ts';
import { admission } from '#server/lib/access.ts';
import type { Deps } from '#server/lib/deps.ts';
import { invalid, unauthorized } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { isForeignSite } from '#server/lib/origin.ts';
import { clearSessionCookies } from '#server/lib/session.ts';
import { followLoginLink, getCurrentUser, requestLogin, verifyLogin } from '#shared/contract/auth.ts';
import { destination, invitationOf, isOwnPath } from './accounts.ts';
import { aimOf, type LoginQuery } from './aim.ts';
import { devices } from './devices.ts';
import { loginLimits } from './limits.ts';
import {
  emailOfLink,
  type SignedIn,
  type SignIn,
  sendLogin,
  verifyCode,
  verifyLink,
} from './login.service.ts';
import { providerRoutes } from './oidc.routes.ts';
import { type Provider, provider } from './oidc.ts';
import { refusePage, sendSignInPage } from './page.ts';
import { endSession, recordFailure, startSession } from './sessions.ts';
import { signing } from './signing.ts';

const spentLink = [
  'This link does not work any more',
  'A sign-in link works once and for a short time. Ask for a new one.',
] as const;

export async function authRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, env, mail } = deps;
  const { publicUrl, adminEmails } = env;
  const sign = await signing(db, env.secretKey);
  const signIn: SignIn = { db, sign, publicUrl, adminEmails };
  const browsers = devices(sign, publicUrl);
  const identity: Provider | null = env.oidc ? provider(env.oidc, publicUrl) : null;

  const limits = loginLimits(app, browsers);

  async function welcome(signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    await startSession(db, signedIn.user.id, request, reply, publicUrl);
    browsers.remember(signedIn.user.email, request, reply);
    return destination(db, signedIn);
  }

  mount(app, getCurrentUser, 'user', async ({ user }) => {
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    if (!row) throw unauthorized();
    return { ...row, isAdmin: user.isAdmin };
  });

  app.get<{ Querystring: LoginQuery }>(
    '/api/login',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const aim = aimOf(request.query);
      if (!aim) {
        return refusePage(reply, 'This link leads elsewhere', 'It was not made by us, or a part is missing.');
      }
      const { invite, returnTo } = aim;
      if (admission(request).user) return reply.redirect(await destination(db, aim));
      const invitation = invite ? await invitationOf(db, invite) : null;
      const query = new URLSearchParams({ ...(invite && { invite }), ...(returnTo && { returnTo }) });
      return sendSignInPage(reply, {
        kind: 'sign-in',
        email: invitation?.email ?? '',
        isEmailFixed: invitation !== null,
        invite,
        returnTo,
        provider: identity && { name: identity.name, address: `/api/login/oidc?${query}` },
        isMailSent: env.smtpUrl !== null,
      });
    },
  );

  mount(app, requestLogin, 'open', async ({ body, request, reply }) => {
    if (body.returnTo !== undefined && !isOwnPath(body.returnTo)) {
      throw invalid('Some fields are not valid.', { returnTo: 'Must be a path of this site' });
    }
    await limits.holdMails(request, body.email);
    await sendLogin(signIn, { ...body, asker: browsers.newAsker(reply) });
    // Not waited for: only an address with access has a mail that takes time.
    void mail.send();
    return { sent: true as const };
  });

  mount(app, verifyLogin, 'open', async ({ body, request, reply }) => {
    await limits.holdTries(request, body.email);
    const signedIn = await verifyCode(signIn, { ...body, asker: browsers.askerOf(request) });
    if (!signedIn) {
      await recordFailure(db, request, { email: body.email, by: 'code' });
      throw invalid('That code is not right or has expired.');
    }
    return { redirectTo: await welcome(signedIn, request, reply) };
  });

  /** Null where the link does not work. */
  async function follow(token: string, email: string | null, request: FastifyRequest, reply: FastifyReply) {
    await limits.holdTries(request, email);
    const signedIn = email === null ? null : await verifyLink(signIn, token);
    if (signedIn) return welcome(signedIn, request, reply);
    if (email !== null) await recordFailure(db, request, { email, by: 'link' });
    return null;
  }

  app.get<{ Querystring: LoginQuery }>(
    '/api/login/verify',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const token = typeof request.query.token === 'string' ? request.query.token : '';
      const next = await emailOfLink(db, token);
      const current = admission(request).user?.email ?? null;
      // Whoever wrote the link may want this browser to write in their account.
      if (current !== null && next !== null && current !== next)
        return sendSignInPage(reply, { kind: 'switch', current, next, token });
      const redirectTo = await follow(token, next, request, reply);
      return redirectTo === null ? refusePage(reply, ...spentLink) : reply.redirect(redirectTo);
    },
  );

  mount(app, followLoginLink, 'open', async ({ body: { token }, request, reply }) => {
    const redirectTo = await follow(token, await emailOfLink(db, token), request, reply);
    if (redirectTo === null) throw invalid(spentLink.join('. '));
    return { redirectTo };
  });

  app.get('/api/logout', { config: { access: 'anyone' } }, async (request, reply) => {
    const { user } = admission(request);
    // Another site may send a browser here, but it may not sign its person out.
    if (user && !isForeignSite(request.headers['sec-fetch-site'])) {
      await endSession(db, user, request);
      clearSessionCookies(reply, publicUrl);
      // Not the rest: what the writer typed without a connection is in the browser's storage, and waits there.
      reply.header('clear-site-data', '"cache"');
    }
    return reply.header('cache-control', 'no-store').redirect('/');
  });

  providerRoutes(app, { ...deps, identity, welcome });
}
