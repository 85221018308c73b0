import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { users } from '#server/db/schema/people.ts';
import { admission } from '#server/lib/access.ts';
import type { Deps } from '#server/lib/deps.ts';
import { invalid, tooManyRequests, unauthorized } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { isForeignSite, isFromHere } from '#server/lib/origin.ts';
import { cookieOptions, sessionCookie } from '#server/lib/session.ts';
import { getCurrentUser, requestLogin, verifyLogin } from '#shared/contract/auth.ts';
import { accountOf, destination, invitationOf, isOwnPath } from './accounts.ts';
import { type LoginOrigin, type SignedIn, sendLogin, verifyCode, verifyLink } from './login.service.ts';
import { type Provider, provider } from './oidc.ts';
import { keepJourney, takeJourney } from './oidcState.ts';
import { sendSignInPage } from './page.ts';
import { endSession, startSession } from './sessions.ts';

const hourMs = 3_600_000;
/** Decision OQ-01. */
const mailsPerAddress = 5;
const mailsPerIp = 30;
/** Codes are guessed by trying: 5 tries each, and no more than this from one place. */
const triesPerIp = 60;

/** As it comes: a name that is given twice is a list. */
interface LoginQuery {
  invite?: unknown;
  returnTo?: unknown;
  token?: unknown;
}

interface Aim {
  invite: string | null;
  returnTo: string | null;
}

export async function authRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, env, mail, log } = deps;
  const origin: LoginOrigin = env;
  const identity: Provider | null = env.oidc ? provider(env.oidc, env.publicUrl) : null;

  const isEverybody = () => false;
  const addressLimit = app.createRateLimit({
    max: mailsPerAddress,
    timeWindow: hourMs,
    allowList: isEverybody,
    keyGenerator: (request) => `login:${(request.body as { email: string }).email}`,
  });
  const limitOf = (name: string, max: number) =>
    app.createRateLimit({ max, timeWindow: hourMs, keyGenerator: (request) => `${name}:${request.ip}` });
  const ipLimit = limitOf('login', mailsPerIp);
  const tryLimit = limitOf('verify', triesPerIp);

  async function hold(limit: typeof ipLimit, request: FastifyRequest): Promise<void> {
    const state = await limit(request);
    if (!state.isAllowed && state.isExceeded) throw tooManyRequests(state.ttlInSeconds);
  }

  async function welcome(signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    await startSession(db, signedIn.user.id, request, reply, env.publicUrl);
    return destination(db, signedIn);
  }

  function refusePage(reply: FastifyReply, title: string, text: string): FastifyReply {
    return sendSignInPage(reply, { kind: 'message', title, text }, 400);
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
      });
    },
  );

  mount(app, requestLogin, 'open', async ({ body, request }) => {
    if (body.returnTo !== undefined && !isOwnPath(body.returnTo)) {
      throw invalid('Some fields are not valid.', { returnTo: 'Must be a path of this site' });
    }
    await hold(ipLimit, request);
    // The limit reads the address in the form in which it was parsed.
    request.body = body;
    await hold(addressLimit, request);
    const work = sendLogin(db, body, origin);
    const sent = work.then(async (made) => {
      await mail.send();
      return made;
    });
    // On this machine alone, and where mail goes nowhere, the page shows the mail: a first run needs nothing.
    if (!env.smtpUrl && isFromHere(env, request)) {
      const devMail = await sent;
      return devMail ? { sent: true as const, devMail } : { sent: true as const };
    }
    // Not waited for: an address with access must not take longer to answer than one without.
    sent.catch((error) => log.error({ err: error }, 'a sign-in mail could not be made'));
    return { sent: true as const };
  });

  mount(app, verifyLogin, 'open', async ({ body, request, reply }) => {
    await hold(tryLimit, request);
    const signedIn = await verifyCode(db, body.email, body.code, origin);
    if (!signedIn) throw invalid('That code is not right or has expired.');
    return { redirectTo: await welcome(signedIn, request, reply) };
  });

  app.get<{ Querystring: LoginQuery }>(
    '/api/login/verify',
    { config: { access: 'open' } },
    async (request, reply) => {
      await hold(tryLimit, request);
      const { token } = request.query;
      const signedIn = typeof token === 'string' ? await verifyLink(db, token, origin) : null;
      if (!signedIn) {
        return refusePage(
          reply,
          'This link does not work any more',
          'A sign-in link works once and for a short time. Ask for a new one.',
        );
      }
      return reply.redirect(await welcome(signedIn, request, reply));
    },
  );

  app.get('/api/logout', { config: { access: 'anyone' } }, async (request, reply) => {
    const { user } = admission(request);
    // Another site may send a browser here, but it may not sign its person out.
    if (user && !isForeignSite(request.headers['sec-fetch-site'])) {
      await endSession(db, user, request);
      const { maxAge: _, ...options } = cookieOptions(env.publicUrl);
      reply.clearCookie(sessionCookie, options);
    }
    return reply.header('cache-control', 'no-store').redirect('/');
  });

  app.get<{ Querystring: LoginQuery }>(
    '/api/login/oidc',
    { config: { access: 'open' } },
    async (request, reply) => {
      const aim = aimOf(request.query);
      if (!identity || !aim) {
        return refusePage(reply, 'This way in is closed', 'Sign in with your email instead.');
      }
      try {
        const { address, checks } = await identity.start();
        await keepJourney(db, { checks, ...aim }, reply, env.publicUrl);
        return reply.redirect(address);
      } catch (error) {
        log.error({ err: error }, 'the identity provider did not answer');
        return refusePage(
          reply,
          `${identity.name} does not answer`,
          'Try again in a moment, or sign in with your email.',
        );
      }
    },
  );

  app.get('/api/login/oidc/callback', { config: { access: 'open' } }, async (request, reply) => {
    const journey = await takeJourney(db, request, reply);
    if (!identity || !journey) {
      return refusePage(reply, 'The sign-in took too long', 'Start again; it only takes a moment.');
    }
    let email: string | null;
    try {
      email = await identity.finish(new URL(request.url, env.publicUrl), journey.checks);
    } catch (error) {
      log.warn({ err: error }, 'a sign-in by the identity provider failed');
      return refusePage(
        reply,
        'The sign-in did not work',
        `${identity.name} did not confirm it. Start again.`,
      );
    }
    const invitation = journey.invite ? await invitationOf(db, journey.invite) : null;
    if (email === null || (invitation && invitation.email !== email)) {
      return refusePage(
        reply,
        'Another email is needed',
        email === null
          ? `${identity.name} has not verified your email address.`
          : 'This invitation was sent to a different email address.',
      );
    }
    const user = await db.transaction((tx) => accountOf(tx, email, env.adminEmails));
    if (!user) {
      return refusePage(reply, 'No access yet', `Access is by invitation, and ${email} has none.`);
    }
    return reply.redirect(await welcome({ user, ...journey }, request, reply));
  });
}

/** What a sign-in is for, or null where the query asks for what cannot be. */
function aimOf({ invite = null, returnTo = null }: LoginQuery): Aim | null {
  const isInvite = invite === null || (typeof invite === 'string' && /^[\w-]{0,128}$/.test(invite));
  const isPath = returnTo === null || (typeof returnTo === 'string' && isOwnPath(returnTo));
  return isInvite && isPath ? { invite, returnTo } : null;
}
