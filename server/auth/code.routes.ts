import type { FastifyInstance } from 'fastify';
import { invalid } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { requestLogin, verifyLogin } from '#shared/contract/auth.ts';
import { isOwnPath } from './accounts.ts';
import { sendLogin, verifyCode } from './login.service.ts';
import type { LoginDeps } from './loginDeps.ts';
import { recordFailure } from './sessions.ts';

/** Routes for the sign-in by a code that is sent by mail. */
export function codeRoutes(app: FastifyInstance, deps: LoginDeps): void {
  const { db, mail, signIn, browsers, limits, welcome } = deps;

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
}
