import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { users } from '#server/db/schema/people.ts';
import { admission } from '#server/lib/access.ts';
import type { Deps } from '#server/lib/deps.ts';
import { unauthorized } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { isForeignSite } from '#server/lib/origin.ts';
import { clearSessionCookies } from '#server/lib/session.ts';
import { getCurrentUser } from '#shared/contract/auth.ts';
import { invitationOf, redirectAfterSignIn } from './accounts.ts';
import { codeRoutes } from './code.routes.ts';
import { linkRoutes } from './link.routes.ts';
import { createLoginDeps, type LoginDeps } from './loginDeps.ts';
import { providerRoutes } from './oidc.routes.ts';
import { rejectPage, sendSignInPage } from './page.ts';
import { endSession } from './sessions.ts';
import { type LoginQuery, parseSignInTarget } from './signInTarget.ts';

export async function authRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const loginDeps = await createLoginDeps(deps);
  sessionRoutes(app, deps);
  loginPageRoute(app, loginDeps);
  codeRoutes(app, loginDeps);
  await linkRoutes(app, loginDeps);
  providerRoutes(app, loginDeps);
}

/** Routes for the signed-in user. */
function sessionRoutes(app: FastifyInstance, { db, env }: Deps): void {
  mount(app, getCurrentUser, 'user', async ({ user }) => {
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    if (!row) throw unauthorized();
    return { ...row, isAdmin: user.isAdmin };
  });

  app.get('/api/logout', { config: { access: 'anyone' } }, async (request, reply) => {
    const { user } = admission(request);
    // A link on another site may navigate here, but must not sign the user out.
    if (user && !isForeignSite(request.headers['sec-fetch-site'])) {
      await endSession(db, user, request);
      clearSessionCookies(reply, env.publicUrl);
      // Clear only the cache: text typed offline is in the browser's storage until it is sent.
      reply.header('clear-site-data', '"cache"');
    }
    return reply.header('cache-control', 'no-store').redirect('/');
  });
}

/** Route of the page on which every sign-in begins. */
function loginPageRoute(app: FastifyInstance, { db, env, identity }: LoginDeps): void {
  app.get<{ Querystring: LoginQuery }>(
    '/api/login',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const aim = parseSignInTarget(request.query);
      if (!aim) {
        return rejectPage(reply, 'Invalid link', 'It was not made by us, or a part is missing.');
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
}
