import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import Provider from 'oidc-provider';

/** The claims that the provider makes about the user who signs in. */
export interface Identity {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

export interface IdentityProvider {
  /** The user who signs in next. */
  user: Identity;
  /**
   * Do all steps at the provider that a browser would do. Return the URL that the provider
   * redirects to.
   */
  visit(address: string): Promise<URL>;
  close(): Promise<void>;
}

export const clientId = 'cold-open';
export const clientSecret = 'a secret of the test';

export interface ProviderOptions {
  redirectUri: string;
  port: number;
  clientAuthMethods?: string[];
  /**
   * Whether the claims are in the id token, as with some providers, or only in the answer of
   * userinfo.
   */
  hasClaimsInToken?: boolean;
}

/** Key of all providers: the server fetches a provider's keys once a minute at most. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Start a real OpenID provider on this machine. Its users sign in without a form. */
export async function anIdentityProvider(options: ProviderOptions): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${options.port}`;
  const provider = new Provider(
    issuer,
    configurationOf(options, () => identity.user),
  );
  const answer = provider.callback();
  const server = http.createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const result = { login: { accountId: identity.user.sub } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const identity: IdentityProvider = {
    user: { sub: 'nobody' },
    visit,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return identity;
}

function configurationOf(options: ProviderOptions, user: () => Identity): object {
  const { redirectUri, clientAuthMethods = ['client_secret_basic'] } = options;
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: clientAuthMethods[0],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    clientAuthMethods,
    conformIdTokenClaims: !options.hasClaimsInToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: user }),
    // The provider does not ask the user for consent to share the address.
    loadExistingGrant: async (context: GrantContext) => {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

interface GrantContext {
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider };
}

/** Follow redirects with the provider's own cookies until they leave the provider. */
async function visit(address: string): Promise<URL> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let url = new URL(address);
  while (url.origin === origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = set.match(/^([^=]+)=([^;]*)/) ?? [];
      cookies.set(name, value);
    }
    url = new URL(location, url);
  }
  return url;
}
