import type { InjectOptions } from 'fastify';
import { structureIds } from '#screenplay/structures/structures.ts';
import { openBackupStore } from '#server/backup/backupStore.ts';
import { projectShares } from '#server/db/schema/projects.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { storeBackup } from '#test/backups.ts';
import { aBetaApplication, aProjectInvitation } from '#test/factories.ts';
import { loginMail, type SignInMail } from '#test/login.ts';
import { aPng } from '#test/pictures.ts';
import { photoUpload } from '#test/upload.ts';
import { nightFerry } from '#test/world.ts';
import type { FuzzProject } from './ground.ts';

/*
 * Valid calls of the operations that random calls never reach, because they need a state, a secret
 * or ids of several kinds.
 */

interface Ground {
  server: TestApp;
  fuzzProject: FuzzProject;
}

/** A valid call, and the user who makes it; null while the server permits no further one. */
type Prepared = { as: 'owner' | 'stranger' | 'admin' | 'visitor'; call: InjectOptions } | null;

const post = (url: string, payload: object = {}): InjectOptions => ({ method: 'POST', url, payload });
const asOwner = (call: InjectOptions): Prepared => ({ as: 'owner', call });
const ownerOf = ({ server, fuzzProject }: Ground) => server.as(fuzzProject.people.owner);
const scenesOf = ({ fuzzProject }: Ground) =>
  fuzzProject.idsOfPath('/api/scenes').map((id) => ({ id: Number(id) }));

/** Ask for a sign-in mail of a member, and make a call of it; null above the limit of mails. */
async function fromMail(
  { server, fuzzProject }: Ground,
  callOf: (mail: SignInMail, email: string) => InjectOptions,
): Promise<Prepared> {
  const { email } = fuzzProject.people.viewer;
  const mail = await loginMail(server, email);
  return mail && { as: 'visitor', call: { ...callOf(mail, email), cookies: mail.cookies } };
}

/** Begin a payment of the test mode. Returns its secrets. */
async function begunPayment(owner: Caller, url: string): Promise<{ clientSecret: string; id: string }> {
  const { clientSecret, paymentIntentId } = (await owner.post(url, { amount: 20 })).json();
  return { clientSecret, id: paymentIntentId };
}

const paid = (clientSecret: string) =>
  post('/api/payments/test-confirm', { clientSecret, card: '4242424242424242' });

async function subscribed(ground: Ground, url: string): Promise<Prepared> {
  const owner = ownerOf(ground);
  const { clientSecret } = await begunPayment(owner, '/api/create-subscription');
  if (clientSecret) await owner.inject(paid(clientSecret));
  return asOwner(post(url));
}

async function reviewed({ server }: Ground, verb: 'approve' | 'reject'): Promise<Prepared> {
  const { id } = await aBetaApplication(server.db);
  return { as: 'admin', call: post(`/api/admin/beta-signups/${id}/${verb}`) };
}

async function wordRemoved(ground: Ground, of: 'dictionary' | 'own-words'): Promise<Prepared> {
  const url = `/api/projects/${ground.fuzzProject.projectId}/${of}`;
  const { id } = (await ownerOf(ground).post(url, { word: 'Skerry', scope: 'person' })).json();
  return asOwner({ method: 'DELETE', url: `${url}/${id}` });
}

/** By method and path of the operation. */
export const preparedCalls: Readonly<Record<string, (ground: Ground) => Prepared | Promise<Prepared>>> = {
  'POST /api/auth/user/profile/photo': () => asOwner(photoUpload('me.png', aPng())),
  'DELETE /api/auth/user': async ({ server, fuzzProject }) => {
    const { stranger } = fuzzProject.people;
    const deletion = (await server.as(stranger).get('/api/auth/user/deletion')).json();
    const projects = deletion.projects?.map(({ id }: { id: number }) => ({ id, newOwnerId: null })) ?? [];
    const payload = { confirm: stranger.email, projects };
    return { as: 'stranger', call: { method: 'DELETE', url: '/api/auth/user', payload } };
  },
  'POST /api/login/verify': (ground) =>
    fromMail(ground, ({ code }, email) => post('/api/login/verify', { email, code })),
  'POST /api/login/link': (ground) =>
    fromMail(ground, ({ path }) =>
      post('/api/login/link', { token: new URL(path, 'http://x').searchParams.get('token') }),
    ),
  'GET /api/login/verify': (ground) => fromMail(ground, ({ path }) => ({ method: 'GET', url: path })),
  'POST /api/create-payment-intent': () => asOwner(post('/api/create-payment-intent', { amount: 20 })),
  'POST /api/payments/test-confirm': async (ground) => {
    const { clientSecret } = await begunPayment(ownerOf(ground), '/api/create-payment-intent');
    return asOwner(paid(clientSecret));
  },
  'POST /api/payments/confirm': async (ground) => {
    const { id } = await begunPayment(ownerOf(ground), '/api/create-payment-intent');
    return asOwner(post('/api/payments/confirm', { paymentIntentId: id }));
  },
  'POST /api/payments/test-period': (ground) => subscribed(ground, '/api/payments/test-period'),
  'POST /api/cancel-subscription': (ground) => subscribed(ground, '/api/cancel-subscription'),
  'POST /api/admin/beta-signups/{id}/approve': (ground) => reviewed(ground, 'approve'),
  'POST /api/admin/beta-signups/{id}/reject': (ground) => reviewed(ground, 'reject'),
  'POST /api/invitations/{inviteToken}/accept': async ({ server, fuzzProject }) => {
    const { projectId, people } = fuzzProject;
    const { email } = people.stranger;
    const { inviteToken } = await aProjectInvitation(server.db, { projectId, email });
    const share = { projectId, sharedWithEmail: email, inviteToken };
    await server.db.insert(projectShares).values(share).onConflictDoNothing();
    return { as: 'stranger', call: post(`/api/invitations/${inviteToken}/accept`) };
  },
  'POST /api/admin/backups/{name}/restore': async ({ server: { env } }) => {
    const name = 'cold-open-20261128-204012-a1b2c3';
    await storeBackup(await openBackupStore(env.backup.target), name);
    return { as: 'admin', call: post(`/api/admin/backups/${name}/restore`) };
  },
  'DELETE /api/projects/{id}/dictionary/{wordId}': (ground) => wordRemoved(ground, 'dictionary'),
  'DELETE /api/projects/{id}/own-words/{wordId}': (ground) => wordRemoved(ground, 'own-words'),
  'PATCH /api/projects/{id}/scenes': (ground) => {
    const payload = { scenes: scenesOf(ground).map((scene) => ({ ...scene, actNumber: 1 })) };
    const url = `/api/projects/${ground.fuzzProject.projectId}/scenes`;
    return asOwner({ method: 'PATCH', url, payload });
  },
  'POST /api/projects/{id}/story-beats/from-scenes': (ground) => {
    const url = `/api/projects/${ground.fuzzProject.projectId}/story-beats/from-scenes`;
    return asOwner(post(url, { scenes: scenesOf(ground) }));
  },
  'POST /api/projects/{id}/revisions': ({ fuzzProject }) => {
    const fields = { name: 'Blue', color: '#0000ff', pageColor: '#ccddff', mark: '*' };
    return asOwner(post(`/api/projects/${fuzzProject.projectId}/revisions`, { type: 'start', fields }));
  },
  'POST /api/projects/{id}/export/comparison': ({ fuzzProject }) => {
    const sides = { before: '0.0', after: 'now', beforeName: 'White', afterName: 'Blue' };
    const url = `/api/projects/${fuzzProject.projectId}/export/comparison?${new URLSearchParams(sides)}`;
    return asOwner({ method: 'POST', url });
  },
  'POST /api/projects/{id}/plan': async ({ server, fuzzProject }) => {
    const { id } = await nightFerry(server.db, fuzzProject.people.owner);
    return asOwner(post(`/api/projects/${id}/plan`, { structure: structureIds[0], pages: 20 }));
  },
};

/** Operations that cannot succeed in this server, with the reason. */
export const unreachable: Readonly<Record<string, string>> = {
  'GET /api/projects/{id}/live': 'a WebSocket, which needs a port: server/live',
  'GET /api/login/oidc': 'no identity provider is configured: server/auth/oidc.test.ts',
  'GET /api/login/oidc/callback': 'no identity provider is configured: server/auth/oidc.test.ts',
  'POST /api/stripe/webhook': 'no payment provider is configured: server/billing/stripe.test.ts',
};
