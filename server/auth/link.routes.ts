import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admission } from '#server/lib/access.ts';
import { answerError, HttpError, invalid } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { followLoginLink, type LinkQuestion } from '#shared/contract/auth.ts';
import { findLink, verifyLink, type WorkingLink } from './login.service.ts';
import type { LoginDeps } from './loginDeps.ts';
import { rejectPage, sendLinkPage } from './page.ts';
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

/** Return which question to ask before the sign-in, and the address that is signed in. */
function linkQuestionFor(
  { email, isAskedHere }: WorkingLink,
  request: FastifyRequest,
): { question: LinkQuestion; current: string | null } {
  const current = admission(request).user?.email ?? null;
  // Ask before replacing the signed-in user: an attacker may have sent the link, so that the reader
  // writes in the attacker's account.
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
        return rejectPage(reply, ...spentLink);
      }
      return sendLinkPage(reply, { ...link, ...linkQuestionFor(link, request), token });
    },
  });

  await app.register(async (scope) => {
    acceptForms(scope);

    mount(scope, followLoginLink, 'anyone', async ({ body: { token, question }, request, reply }) => {
      const link = await findLink(db, token, browsers.askerOf(request));
      const current = link && linkQuestionFor(link, request);
      // Ask again if the form was rendered in another browser, or another user has signed in since.
      if (link && current && question !== undefined && question !== current.question)
        return sendLinkPage(reply, { ...link, ...current, token });
      await limits.holdTries(request, link?.email ?? null);
      const redirectTo = await follow(deps, { token, link }, request, reply);
      if (isForm(request))
        return redirectTo === null ? rejectPage(reply, ...spentLink) : reply.redirect(redirectTo, 303);
      if (redirectTo === null) throw invalid(spentLink.join('. '));
      return { redirectTo };
    });
  });
}

/**
 * Accept posted forms, in a separate scope. No other route accepts them, because pages of other
 * sites can post forms too.
 */
function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 2000 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const rejection = isForm(request) && error instanceof HttpError ? error : null;
    if (rejection?.code !== 'too_many_requests') return answerError(error, request, reply);
    const { retryAfterSeconds } = rejection.extra;
    return rejectPage(reply.header('retry-after', retryAfterSeconds), ...tooOften, rejection.status);
  });
}

/** Sign in by a link. Returns null if the link does not work. */
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
