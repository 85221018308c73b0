import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/lib/deps.ts';
import { redirectAfterSignIn } from './accounts.ts';
import { type Devices, devices } from './devices.ts';
import { loginLimits } from './limits.ts';
import type { SignedIn, SignIn } from './login.service.ts';
import { type Provider, provider } from './oidc.ts';
import { startSession } from './sessions.ts';
import { createSigner } from './signer.ts';

/** Dependencies of all routes of the sign-in. */
export interface LoginDeps extends Deps {
  signIn: SignIn;
  browsers: Devices;
  limits: ReturnType<typeof loginLimits>;
  /** Null if no identity provider is configured. */
  identity: Provider | null;
  /** Signs a user in and returns where to go. */
  welcome: (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<string>;
}

export async function createLoginDeps(deps: Deps): Promise<LoginDeps> {
  const { db, env, counter } = deps;
  const { publicUrl, adminEmails } = env;
  const sign = await createSigner(db, env);
  const browsers = devices(sign, publicUrl);
  return {
    ...deps,
    signIn: { db, sign, publicUrl, adminEmails },
    browsers,
    limits: loginLimits(counter, browsers),
    identity: env.oidc ? provider(env.oidc, publicUrl) : null,
    welcome: async (signedIn, request, reply) => {
      await startSession(db, signedIn.user.id, request, reply, publicUrl);
      browsers.remember(signedIn.user.email, request, reply);
      return redirectAfterSignIn(db, signedIn);
    },
  };
}
