import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admission } from '#server/lib/access.ts';
import { accountOf, invitationOf, redirectAfterSignIn } from './accounts.ts';
import type { LoginDeps } from './loginDeps.ts';
import type { Provider } from './oidc.ts';
import { consumeOidcFlow, storeOidcFlow } from './oidcState.ts';
import { rejectPage } from './page.ts';
import { recordFailure } from './sessions.ts';
import { type LoginQuery, parseSignInTarget } from './signInTarget.ts';

/** Routes for the sign-in by an identity provider. */
export function providerRoutes(app: FastifyInstance, deps: LoginDeps): void {
  app.get<{ Querystring: LoginQuery }>(
    '/api/login/oidc',
    { config: { access: 'anyone' } },
    (request, reply) => startFlow(deps, request, reply),
  );
  app.get('/api/login/oidc/callback', { config: { access: 'open' } }, (request, reply) =>
    finishFlow(deps, request, reply),
  );
}

/** Send the browser to the identity provider. */
async function startFlow(
  { db, env, log, identity }: LoginDeps,
  request: FastifyRequest<{ Querystring: LoginQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const aim = parseSignInTarget(request.query);
  if (!identity || !aim) {
    return rejectPage(reply, 'This sign-in method is disabled', 'Sign in with your email instead.');
  }
  // Do not replace the session of a signed-in user without asking.
  if (admission(request).user) return reply.redirect(await redirectAfterSignIn(db, aim));
  try {
    const { address, checks } = await identity.start();
    await storeOidcFlow(db, { checks, ...aim }, reply, env.publicUrl);
    return reply.redirect(address);
  } catch (error) {
    log.error({ err: error }, 'the identity provider did not answer');
    return rejectPage(
      reply,
      `${identity.name} does not answer`,
      'Try again in a moment, or sign in with your email.',
    );
  }
}

/** Sign in the user whose address the identity provider has confirmed. */
async function finishFlow(
  { db, env, log, identity, welcome }: LoginDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const journey = await consumeOidcFlow(db, request, reply, env.publicUrl);
  if (!identity || !journey) {
    return rejectPage(reply, 'The sign-in took too long', 'Start again; it only takes a moment.');
  }
  let email: string | null;
  try {
    email = await identity.finish(new URL(env.publicUrl + request.url), journey.checks);
  } catch (error) {
    log.warn({ err: error }, 'a sign-in by the identity provider failed');
    return rejectPage(reply, 'The sign-in did not work', `${identity.name} did not confirm it. Start again.`);
  }
  const invitation = journey.invite ? await invitationOf(db, journey.invite) : null;
  if (email === null || (invitation && invitation.email !== email)) {
    if (email !== null) await recordFailure(db, request, { email, by: 'provider' });
    return rejectAddress(reply, identity, email);
  }
  const user = await db.transaction((tx) => accountOf(tx, email, env.adminEmails));
  if (!user) {
    await recordFailure(db, request, { email, by: 'provider' });
    return rejectPage(reply, 'No access yet', `Access is by invitation, and ${email} has none.`);
  }
  return reply.redirect(await welcome({ user, ...journey }, request, reply));
}

/** Explain that the address is not verified (null), or not that of the invitation. */
function rejectAddress(reply: FastifyReply, identity: Provider, email: string | null): FastifyReply {
  return rejectPage(
    reply,
    'Another email is needed',
    email === null
      ? `${identity.name} has not verified your email address.`
      : 'This invitation was sent to a different email address.',
  );
}
