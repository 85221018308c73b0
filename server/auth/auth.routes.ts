import { eq } from 'drizzle-orm';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { users } from '#server/db/schema/people.ts';
import { admission } from '#server/lib/access.ts';
import type { Deps } from '#server/lib/deps.ts';
import { answerError, HttpRefusal, invalid, unauthorized } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { isForeignSite } from '#server/lib/origin.ts';
import { clearSessionCookies } from '#server/lib/session.ts';
import {
  followLoginLink,
  getCurrentUser,
  type LinkQuestion,
  requestLogin,
  verifyLogin,
} from '#shared/contract/auth.ts';
import { invitationOf, isOwnPath, redirectAfterSignIn } from './accounts.ts';
import { devices } from './devices.ts';
import { loginLimits } from './limits.ts';
import {
  findLink,
  type SignedIn,
  type SignIn,
  sendLogin,
  verifyCode,
  verifyLink,
  type WorkingLink,
} from './login.service.ts';
import { providerRoutes } from './oidc.routes.ts';
import { type Provider, provider } from './oidc.ts';
import { refusePage, sendLinkPage, sendSignInPage } from './page.ts';
import { endSession, recordFailure, startSession } from './sessions.ts';
import { createSigner } from './signer.ts';
import { type LoginQuery, parseSignInTarget } from './signInTarget.ts';

const spentLink = [
  'This link does not work any more',
  'A sign-in link works once and for a short time. Ask for a new one.',
] as const;

const tooOften = ['Too many tries', 'Please try again later, or sign in with a code.'] as const;
const formType = 'application/x-www-form-urlencoded';

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith(formType) ?? false;
}

/** Return the question for a user who opened a link in this browser. */
function asked(
  { email, isAskedHere }: WorkingLink,
  request: FastifyRequest,
): { question: LinkQuestion; current: string | null } {
  const current = admission(request).user?.email ?? null;
  // The sender of the link may want this browser to write in the sender's account.
  if (current !== null && current !== email) return { question: 'switch', current };
  return { question: isAskedHere ? 'here' : 'elsewhere', current };
}

export async function authRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, env, mail } = deps;
  const { publicUrl, adminEmails } = env;
  const sign = await createSigner(db, env.secretKey);
  const signIn: SignIn = { db, sign, publicUrl, adminEmails };
  const browsers = devices(sign, publicUrl);
  const identity: Provider | null = env.oidc ? provider(env.oidc, publicUrl) : null;

  const limits = loginLimits(deps.counter, browsers);

  async function welcome(signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    await startSession(db, signedIn.user.id, request, reply, publicUrl);
    browsers.remember(signedIn.user.email, request, reply);
    return redirectAfterSignIn(db, signedIn);
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
      const aim = parseSignInTarget(request.query);
      if (!aim) {
        return refusePage(reply, 'Invalid link', 'It was not made by us, or a part is missing.');
      }
      const { invite, returnTo } = aim;
      if (admission(request).user) return reply.redirect(await redirectAfterSignIn(db, aim));
      const invitation = invite ? await invitationOf(db, invite) : null;
      const query = new URLSearchParams({ ...(invite && { invite }), ...(returnTo && { returnTo }) });
      return sendSignInPage(reply, {
        type: 'sign-in',
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
    const waitMs = await limits.holdMails(request, body.email);
    await sendLogin(signIn, { ...body, asker: browsers.newAsker(reply), waitMs });
    // Not awaited: only an address with access has a mail that takes time.
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

  /** Sign in by a working link; null if it does not work. */
  async function follow(
    token: string,
    link: WorkingLink | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const signedIn = link && (await verifyLink(signIn, token));
    if (signedIn) return welcome(signedIn, request, reply);
    if (link) await recordFailure(db, request, { email: link.email, by: 'link' });
    return null;
  }

  /**
   * Mail scanners open links, so opening one changes nothing: its page has a button (decision
   * OQ-127).
   */
  app.route<{ Querystring: LoginQuery }>({
    method: ['GET', 'HEAD'],
    url: '/api/login/verify',
    config: { access: 'anyone' },
    handler: async (request, reply) => {
      const token = typeof request.query.token === 'string' ? request.query.token : '';
      const link = await findLink(db, token, browsers.askerOf(request));
      if (!link) {
        await limits.holdTries(request, null);
        return refusePage(reply, ...spentLink);
      }
      return sendLinkPage(reply, { ...link, ...asked(link, request), token });
    },
  });

  /**
   * Use a separate scope: no other call accepts forms, which pages of other sites can post as well.
   */
  await app.register(async (scope) => {
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 2000 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const refusal = isForm(request) && error instanceof HttpRefusal ? error : null;
      if (refusal?.code !== 'too_many_requests') return answerError(error, request, reply);
      const { retryAfterSeconds } = refusal.extra;
      return refusePage(reply.header('retry-after', retryAfterSeconds), ...tooOften, refusal.status);
    });

    mount(scope, followLoginLink, 'anyone', async ({ body: { token, question }, request, reply }) => {
      const link = await findLink(db, token, browsers.askerOf(request));
      const now = link && asked(link, request);
      // The form of another browser, or someone has signed in since.
      if (link && now && question !== undefined && question !== now.question)
        return sendLinkPage(reply, { ...link, ...now, token });
      await limits.holdTries(request, link?.email ?? null);
      const redirectTo = await follow(token, link, request, reply);
      if (isForm(request))
        return redirectTo === null ? refusePage(reply, ...spentLink) : reply.redirect(redirectTo, 303);
      if (redirectTo === null) throw invalid(spentLink.join('. '));
      return { redirectTo };
    });
  });

  app.get('/api/logout', { config: { access: 'anyone' } }, async (request, reply) => {
    const { user } = admission(request);
    // Another site may send a browser here, but may not sign its user out.
    if (user && !isForeignSite(request.headers['sec-fetch-site'])) {
      await endSession(db, user, request);
      clearSessionCookies(reply, publicUrl);
      // Keep the rest: text that was typed offline is in the browser's storage and waits there.
      reply.header('clear-site-data', '"cache"');
    }
    return reply.header('cache-control', 'no-store').redirect('/');
  });

  providerRoutes(app, { ...deps, identity, welcome });
}
