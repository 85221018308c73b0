import * as oidc from 'openid-client';
import type { Env } from '#server/env.ts';

const maxReplyBytes = 1_000_000;

export interface OidcStart {
  /** Address to send the browser to. */
  address: string;
  /** Values to verify on return, stored on the server. */
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
  /** Return the verified address; null if the provider does not confirm it. */
  finish(callback: URL, checks: OidcChecks): Promise<string | null>;
}

/**
 * Sign-in by an identity provider: the code flow with PKCE, state and nonce. The provider's
 * metadata is loaded when it is first needed, and again after a failure, so that the server starts
 * without it.
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
      .discovery(new URL(issuer), clientId, clientSecret, authenticateAsSupported(clientSecret), {
        execute: [
          // Verify the signature of tokens too, not only the connection to the provider.
          oidc.enableNonRepudiationChecks,
          // Allow plain http only if the operator configured it.
          ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
        timeout: patienceSeconds,
        [oidc.customFetch]: fetchWithLimit,
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
      // Some providers put the address into the id token, others only into the reply of the
      // user-info call.
      const reason =
        typeof claims.email === 'string'
          ? claims
          : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
      const { email, email_verified: isVerified } = reason;
      return typeof email === 'string' && isVerified === true ? email.trim().toLowerCase() : null;
    },
  };
}

/** Fetch a reply that is at most maxReplyBytes long, because it is read into memory. */
async function fetchWithLimit(address: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(address, options as RequestInit);
  if (response.body === null) return response;
  let length = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length <= maxReplyBytes) controller.enqueue(chunk);
      else controller.error(new Error(`A reply of ${address} is longer than ${maxReplyBytes} bytes`));
    },
  });
  return new Response(response.body.pipeThrough(counting), response);
}

/**
 * Authenticate with the method that the provider's metadata lists, by default with the
 * Authorization header.
 */
function authenticateAsSupported(clientSecret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return (server, ...request) => {
    const isBodyTaken = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isBodyTaken ? inBody : inHeader)(server, ...request);
  };
}
