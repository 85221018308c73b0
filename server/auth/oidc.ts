import * as oidc from 'openid-client';
import type { Env } from '#server/env.ts';

export interface OidcStart {
  /** Where to send the browser. */
  address: string;
  /** What must come back with it, kept on the server. */
  checks: OidcChecks;
}

export interface OidcChecks {
  verifier: string;
  state: string;
  nonce: string;
}

export interface Provider {
  name: string;
  start(): Promise<OidcStart>;
  /** The address the provider vouches for; null when it does not say that it is verified. */
  finish(callback: URL, checks: OidcChecks): Promise<string | null>;
}

/**
 * Sign-in by an identity provider: the code flow with PKCE, state and nonce. The provider is asked about
 * itself when somebody first needs it, and again after a failure, so that the server starts without it.
 */
export function provider(
  settings: NonNullable<Env['oidc']>,
  publicUrl: string,
  patienceSeconds = 10,
): Provider {
  const { issuer, clientId, clientSecret, name } = settings;
  const redirectUri = `${publicUrl}/api/login/oidc/callback`;
  let configuration: Promise<oidc.Configuration> | undefined;

  function discovered(): Promise<oidc.Configuration> {
    configuration ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, inTheWayItTakes(clientSecret), {
        // Plain http only where the operator wrote it: a provider on the same machine or network.
        ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
        timeout: patienceSeconds,
      })
      .catch((error) => {
        configuration = undefined;
        throw error;
      });
    return configuration;
  }

  return {
    name,
    start: async () => {
      const verifier = oidc.randomPKCECodeVerifier();
      const checks = { verifier, state: oidc.randomState(), nonce: oidc.randomNonce() };
      const address = oidc.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: checks.state,
        nonce: checks.nonce,
      });
      return { address: address.href, checks };
    },
    finish: async (callback, { verifier, state, nonce }) => {
      const config = await discovered();
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
      });
      const claims = tokens.claims();
      if (!claims) return null;
      // Some providers put the address into the id token, others only into the answer of their own call.
      const told =
        typeof claims.email === 'string'
          ? claims
          : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
      const { email, email_verified: isVerified } = told;
      return typeof email === 'string' && isVerified === true ? email.trim().toLowerCase() : null;
    },
  };
}

/** Proves who we are as the provider asks for it; one that says nothing means the Authorization header. */
function inTheWayItTakes(clientSecret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return (server, ...request) => {
    const isBodyTaken = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isBodyTaken ? inBody : inHeader)(server, ...request);
  };
}
