import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admission } from '#server/lib/access.ts';
import { answerError, HttpRefusal, invalid } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { followLoginLink, type LinkQuestion } from '#shared/contract/auth.ts';
import { findLink, verifyLink, type WorkingLink } from './login.service.ts';
import type { LoginDeps } from './loginDeps.ts';
import { refusePage, sendLinkPage } from './page.ts';
import { recordFailure } from './sessions.ts';
import type { LoginQuery } from './signInTarget.ts';

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

/** Routes for the sign-in by a link that is sent by mail. */
export async function linkRoutes(app: FastifyInstance, deps: LoginDeps): Promise<void> {
  const { db, browsers, limits } = deps;

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

  await app.register(async (scope) => {
    acceptForms(scope);

    mount(scope, followLoginLink, 'anyone', async ({ body: { token, question }, request, reply }) => {
      const link = await findLink(db, token, browsers.askerOf(request));
      const now = link && asked(link, request);
      // The form of another browser, or someone has signed in since.
      if (link && now && question !== undefined && question !== now.question)
        return sendLinkPage(reply, { ...link, ...now, token });
      await limits.holdTries(request, link?.email ?? null);
      const redirectTo = await follow(deps, { token, link }, request, reply);
      if (isForm(request))
        return redirectTo === null ? refusePage(reply, ...spentLink) : reply.redirect(redirectTo, 303);
      if (redirectTo === null) throw invalid(spentLink.join('. '));
      return { redirectTo };
    });
  });
}

/**
 * Accept a posted form in a separate scope: no other call does, because pages of other sites can
 * post forms as well.
 */
function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 2000 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = isForm(request) && error instanceof HttpRefusal ? error : null;
    if (refusal?.code !== 'too_many_requests') return answerError(error, request, reply);
    const { retryAfterSeconds } = refusal.extra;
    return refusePage(reply.header('retry-after', retryAfterSeconds), ...tooOften, refusal.status);
  });
}

/** Sign in by a working link; null if it does not work. */
async function follow(
  { db, signIn, welcome }: LoginDeps,
  { token, link }: { token: string; link: WorkingLink | null },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const signedIn = link && (await verifyLink(signIn, token));
  if (signedIn) return welcome(signedIn, request, reply);
  if (link) await recordFailure(db, request, { email: link.email, by: 'link' });
  return null;
}
