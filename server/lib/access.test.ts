import { and, eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtin } from '#server/ai/builtin/builtin.ts';
import type { UserRow } from '#server/auth/accounts.ts';
import { aiDisclosures, conversations } from '#server/db/schema/ai.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import { scriptVersions } from '#server/db/schema/history.ts';
import { sessions } from '#server/db/schema/people.ts';
import { acts, outlines, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { projectInvitations, projectShares } from '#server/db/schema/projects.ts';
import { characters, comments, scriptElements } from '#server/db/schema/script.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import { attachFile } from '#server/storage/storage.ts';
import { type ErrorCode, errorStatuses } from '#shared/errors.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, type Caller, mountedCalls, signIn, type TestApp } from '#test/app.ts';
import { type Digest, digestOf } from '#test/digest.ts';
import { aBetaApplication, aProjectInvitation, aShare, aUser } from '#test/factories.ts';
import { foreignReferences, foreignRows, foreignText, rowReferenceFields } from '#test/foreignRows.ts';
import { anIssue } from '#test/issues.ts';
import { aPng } from '#test/pictures.ts';
import { multipart, photoUpload, uploadRequest } from '#test/upload.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';
import { sessionEnd, sha256Of } from './session.ts';

/**
 * Columns of the role matrix (shared/roles.ts, decision OQ-16); an unaccepted share is no
 * membership.
 */
const columns = [
  'visitor',
  'stranger',
  'pending',
  'expired',
  'viewer',
  'commenter',
  'editor',
  'owner',
  'admin',
] as const;
type Column = (typeof columns)[number];

interface Row {
  /** As mounted. */
  call: string;
  /** Status of each column, in their order; one number: everybody gets it. */
  expected: number | number[];
  send?: (project: ProjectRow) => InjectOptions | Promise<InjectOptions>;
}

const everybody = (status: number) => status;
const users = (status: number) => [401, ...Array(8).fill(status)];
const members = (status: number) => [401, 404, 404, 404, status, status, status, status, 404];
const editors = (status: number) => [401, 404, 404, 404, 403, 403, status, status, 404];
const commenters = (status: number) => [401, 404, 404, 404, 403, status, status, status, 404];
const owners = (status: number) => [401, 404, 404, 404, 403, 403, 403, status, 404];

const administrators = (status: number) => [401, ...Array(7).fill(403), status];

const matrix: Row[] = [
  { call: 'GET /api/health/live', expected: everybody(200) },
  { call: 'GET /api/health/ready', expected: everybody(200) },
  { call: 'GET /api/health', expected: everybody(200) },
  { call: 'GET /api/openapi.json', expected: everybody(200) },
  // The form for a visitor, the way home for who is signed in.
  { call: 'GET /api/login', expected: [200, ...Array(8).fill(302)] },
  {
    call: 'POST /api/login',
    expected: everybody(202),
    send: () => ({ payload: { email: `nobody${Math.random()}@example.com` } }),
  },
  {
    call: 'POST /api/login/verify',
    expected: everybody(400),
    send: () => ({ payload: { email: 'nobody@example.com', code: '000000' } }),
  },
  { call: 'GET /api/login/verify', expected: everybody(400) },
  { call: 'POST /api/login/link', expected: everybody(400), send: () => ({ payload: { token: 'made-up' } }) },
  // No provider is configured here.
  { call: 'GET /api/login/oidc', expected: everybody(400) },
  { call: 'GET /api/login/oidc/callback', expected: everybody(400) },
  { call: 'GET /api/logout', expected: everybody(302) },
  { call: 'GET /api/auth/user', expected: users(200) },
  // Not without the caller's address, typed.
  {
    call: 'DELETE /api/auth/user',
    expected: users(400),
    send: () => ({ payload: { confirm: 'me', projects: [] } }),
  },
  { call: 'GET /api/auth/user/archive', expected: users(200) },
  { call: 'GET /api/auth/user/deletion', expected: users(200) },
  {
    call: 'POST /api/auth/user/words',
    expected: users(200),
    send: () => ({ payload: { words: ['Linnea'] } }),
  },
  {
    call: 'PATCH /api/auth/user/profile',
    expected: users(200),
    send: () => ({ payload: { firstName: 'Olive', lastName: 'Owner' } }),
  },
  {
    call: 'PATCH /api/auth/user/preferences',
    expected: users(200),
    send: () => ({ payload: { elementKeys: 'finalDraft' } }),
  },
  {
    call: 'POST /api/auth/user/profile/photo',
    expected: users(200),
    send: () => photoUpload('me.png', aPng()),
  },
  { call: 'GET /api/auth/sessions', expected: users(200) },
  { call: 'DELETE /api/auth/sessions', expected: users(200) },
  { call: 'GET /api/user/credits', expected: users(200) },
  // Seller and provider are shown on every page.
  { call: 'GET /api/config', expected: everybody(200) },
  { call: 'POST /api/create-subscription', expected: users(200) },
  {
    call: 'POST /api/create-payment-intent',
    expected: users(200),
    send: () => ({ payload: { amount: 10 } }),
  },
  // A payment of nobody.
  {
    call: 'POST /api/payments/confirm',
    expected: users(404),
    send: () => ({ payload: { paymentIntentId: 'pi_made_up' } }),
  },
  {
    call: 'POST /api/payments/test-confirm',
    expected: users(404),
    send: () => ({ payload: { clientSecret: 'made-up', card: '4242424242424242' } }),
  },
  // Nobody has subscribed here.
  { call: 'POST /api/payments/test-period', expected: users(404) },
  { call: 'POST /api/cancel-subscription', expected: users(400) },
  // By its signature alone, which nobody here can make.
  { call: 'POST /api/stripe/webhook', expected: everybody(400) },
  { call: 'GET /api/subscription-status', expected: users(200) },
  { call: 'GET /api/payment-history', expected: users(200) },
  { call: 'GET /api/user/credit-ledger', expected: users(200) },
  { call: 'GET /api/user/credit-ledger.csv', expected: users(200) },
  { call: 'GET /api/user/credit-use', expected: users(200) },
  { call: 'GET /api/user/credit-history', expected: users(200) },
  { call: 'POST /api/beta-signup', expected: everybody(201), send: () => ({ payload: anApplication() }) },
  { call: 'GET /api/projects', expected: users(200) },
  { call: 'POST /api/projects', expected: users(201), send: () => ({ payload: { name: 'Day Ferry' } }) },
  {
    call: 'POST /api/projects/import-file',
    expected: users(201),
    send: () => uploadRequest('ferry.fountain', 'INT. DECK - DAY\n\nWaves.\n'),
  },
  { call: 'GET /api/projects/:id', expected: members(200) },
  // Without an upgrade; whom it lets in is what counts here.
  { call: 'GET /api/projects/:id/live', expected: members(400) },
  // Without the name of a window, because the answer would not end.
  { call: 'GET /api/projects/:id/live/events', expected: members(400) },
  {
    call: 'POST /api/projects/:id/live/messages',
    expected: members(204),
    send: () => ({ payload: { window: 'one', messages: [{ type: 'ping' }] } }),
  },
  {
    call: 'POST /api/projects/:id/live/poll',
    expected: members(200),
    send: () => ({ payload: { window: 'one', since: null, cursor: null } }),
  },
  { call: 'POST /api/projects/:id/duplicate', expected: editors(201) },
  { call: 'GET /api/projects/:id/export/:format', expected: members(200) },
  { call: 'GET /api/projects/:id/export/print', expected: members(200) },
  {
    call: 'POST /api/projects/:id/export/comparison',
    expected: members(200),
    send: () => ({ query: { before: '0.0', after: 'now', beforeName: 'Empty', afterName: 'Now' } }),
  },
  {
    call: 'POST /api/projects/:id/compared-file',
    expected: members(200),
    send: () =>
      multipart([
        { field: 'scriptFile', fileName: 'ferry.fountain', content: 'INT. DECK - DAY\n\nWaves.\n' },
      ]),
  },
  { call: 'GET /api/projects/:id/export/storyboard', expected: members(200) },
  { call: 'GET /api/projects/:id/export/archive', expected: members(200) },
  { call: 'GET /api/projects/:id/scenes', expected: members(200) },
  {
    call: 'POST /api/projects/:id/scenes',
    expected: editors(201),
    send: () => ({ payload: { sceneNumber: 1, actNumber: 1, heading: 'INT. BRIDGE' } }),
  },
  {
    call: 'PATCH /api/scenes/:id',
    expected: editors(200),
    send: () => ({ payload: { heading: 'INT. BRIDGE' } }),
  },
  {
    call: 'PATCH /api/projects/:id/scenes',
    expected: editors(200),
    send: async (project) => {
      const id = (await firstElement(project))?.sceneId;
      return { payload: { scenes: [{ id, colorTheme: 'teal' }] } };
    },
  },
  { call: 'DELETE /api/scenes/:id', expected: editors(204) },
  { call: 'POST /api/scenes/:id/generate-image', expected: editors(200) },
  // Nothing that makes film is configured here.
  { call: 'POST /api/scenes/:id/generate-video', expected: editors(503) },
  { call: 'POST /api/scenes/:id/cancel-video', expected: editors(200) },
  { call: 'DELETE /api/scenes/:id/video', expected: editors(200) },
  { call: 'GET /api/projects/:id/script-elements', expected: members(200) },
  { call: 'GET /api/projects/:id/characters', expected: members(200) },
  {
    call: 'PATCH /api/projects/:id',
    expected: editors(200),
    send: () => ({ payload: { name: 'Day Ferry' } }),
  },
  {
    call: 'POST /api/projects/:id/production-locks',
    expected: editors(200),
    send: () => ({ payload: { type: 'lock-pages' } }),
  },
  {
    call: 'POST /api/projects/:id/revisions',
    expected: editors(200),
    send: () => ({
      payload: {
        type: 'start',
        fields: { name: 'Blue', color: '#0000ff', pageColor: '#c6edfe', mark: '*' },
      },
    }),
  },
  {
    call: 'POST /api/projects/:id/script-elements',
    expected: editors(201),
    send: () => ({ payload: { elementType: 'action', content: 'The lamps go out.' } }),
  },
  {
    call: 'POST /api/projects/:id/script-changes',
    expected: editors(200),
    send: () => ({
      payload: {
        edits: [
          {
            type: 'insert',
            afterId: null,
            elements: [{ elementType: 'scene_heading', content: 'INT. BRIDGE' }],
          },
        ],
      },
    }),
  },
  {
    call: 'PUT /api/projects/:id/script-place',
    expected: members(204),
    send: async (project) => ({ payload: { elementId: (await firstElement(project))?.id, offset: 0 } }),
  },
  {
    call: 'GET /api/projects/:id/script-elements/changes',
    expected: members(200),
    send: () => ({ query: { since: '' } }),
  },
  { call: 'GET /api/projects/:id/script-place/changes', expected: members(200) },
  { call: 'GET /api/projects/:id/dictionary', expected: members(200) },
  {
    call: 'POST /api/projects/:id/dictionary',
    expected: editors(200),
    send: () => ({ payload: { word: 'Linnea' } }),
  },
  {
    call: 'POST /api/projects/:id/own-words',
    expected: members(200),
    send: () => ({ payload: { word: 'Linnea', scope: 'person' } }),
  },
  // Words that do not exist.
  { call: 'DELETE /api/projects/:id/dictionary/:wordId', expected: editors(404) },
  { call: 'DELETE /api/projects/:id/own-words/:wordId', expected: members(404) },
  {
    call: 'PATCH /api/script-elements/:id',
    expected: editors(200),
    send: () => ({ payload: { content: 'The lamps go out.' } }),
  },
  { call: 'DELETE /api/script-elements/:id', expected: editors(204) },
  {
    call: 'PATCH /api/script-elements/:id/audio-preferences',
    expected: editors(200),
    send: () => ({ payload: { audioVolume: 0.8 } }),
  },
  {
    call: 'POST /api/generate-sound-effect',
    expected: editors(200),
    send: async (project) => ({ payload: { elementId: (await firstElement(project))?.id, text: 'Rain' } }),
  },
  {
    call: 'POST /api/generate-dialogue-audio',
    expected: editors(200),
    send: async (project) => ({
      payload: {
        ...{ projectId: project.id, elementId: (await firstElement(project))?.id },
        ...{ characterName: await speakerIn(project), text: 'Hold on.' },
      },
    }),
  },
  {
    call: 'POST /api/generate-speech',
    expected: users(200),
    send: () => ({ payload: { text: 'Hold on.', voiceId: firstVoiceId } }),
  },
  { call: 'GET /api/voices', expected: users(200) },
  { call: 'GET /api/voices/prices', expected: users(200) },
  { call: 'GET /api/voices/:voiceId/preview', expected: users(200) },
  {
    call: 'POST /api/voices/design',
    expected: users(200),
    send: () => ({
      payload: {
        ...{ prompt: 'A low voice, dry and tired.', voiceName: 'Purser', gender: 'female', age: 'old' },
        ...{ accent: 'irish', accentStrength: 0.5 },
      },
    }),
  },
  {
    call: 'POST /api/projects/:id/characters',
    expected: editors(201),
    send: () => ({ payload: { name: 'THE CAPTAIN' } }),
  },
  {
    call: 'PATCH /api/characters/:id',
    expected: editors(200),
    send: () => ({ payload: { name: 'THE CAPTAIN' } }),
  },
  { call: 'DELETE /api/characters/:id', expected: editors(204) },
  {
    call: 'POST /api/characters/:id/merge',
    expected: editors(200),
    send: async (project) => ({ payload: { intoId: (await charactersIn(project)).at(-1) } }),
  },
  {
    call: 'POST /api/characters/reorder',
    expected: editors(200),
    send: async (project) => ({ payload: { characterIds: (await charactersIn(project)).reverse() } }),
  },
  { call: 'POST /api/characters/:id/generate-avatar', expected: editors(200) },
  // The project stands in the body.
  ...['voice', 'style'].map((kind) => ({
    call: `POST /api/characters/generate-${kind}-description`,
    expected: editors(200),
    send: ({ id: projectId }: ProjectRow) => ({ payload: { projectId, characterName: 'MARA' } }),
  })),
  { call: 'GET /api/projects/:id/outlines', expected: members(200) },
  {
    call: 'POST /api/projects/:id/outlines',
    expected: editors(201),
    send: () => ({ payload: { title: 'Boarding' } }),
  },
  {
    call: 'PATCH /api/outlines/:id',
    expected: editors(200),
    send: () => ({ payload: { title: 'Casting off' } }),
  },
  { call: 'DELETE /api/outlines/:id', expected: editors(204) },
  {
    call: 'PATCH /api/projects/:id/outlines/reorder',
    expected: editors(200),
    send: () => ({ payload: { outlineIds: [] } }),
  },
  { call: 'GET /api/projects/:id/acts', expected: members(200) },
  {
    call: 'POST /api/projects/:id/acts',
    expected: editors(201),
    send: () => ({ payload: { title: 'Setup' } }),
  },
  {
    call: 'PATCH /api/acts/:id',
    expected: editors(200),
    send: () => ({ payload: { title: 'Departure' } }),
  },
  { call: 'DELETE /api/acts/:id', expected: editors(204) },
  {
    call: 'POST /api/projects/:id/plan',
    expected: editors(201),
    send: () => ({ payload: { structure: 'three-acts', pages: 110 } }),
  },
  {
    call: 'POST /api/projects/:id/plan/restore',
    expected: editors(204),
    // One that is there already.
    send: async (project) => ({ payload: { kind: 'act', rowId: await anActIn(project) } }),
  },
  { call: 'GET /api/projects/:id/sequences', expected: members(200) },
  {
    call: 'POST /api/projects/:id/sequences',
    expected: editors(201),
    send: async (project) => {
      await anActIn(project);
      return { payload: { name: 'Boarding' } };
    },
  },
  {
    call: 'PATCH /api/sequences/:id',
    expected: editors(200),
    send: () => ({ payload: { name: 'Casting off' } }),
  },
  { call: 'DELETE /api/sequences/:id', expected: editors(204) },
  { call: 'GET /api/projects/:id/story-beats', expected: members(200) },
  {
    call: 'POST /api/projects/:id/story-beats',
    expected: editors(201),
    send: async (project) => {
      await anActIn(project);
      return { payload: { title: 'She boards', actNumber: 1 } };
    },
  },
  {
    call: 'POST /api/projects/:id/story-beats/from-scenes',
    expected: editors(201),
    send: async (project) => ({ payload: { scenes: [{ id: (await firstElement(project))?.sceneId }] } }),
  },
  {
    call: 'POST /api/projects/:id/story-beats/delete',
    expected: editors(204),
    send: () => ({ payload: { beatIds: [1] } }),
  },
  {
    call: 'PATCH /api/story-beats/:id',
    expected: editors(200),
    send: () => ({ payload: { title: 'She stays' } }),
  },
  { call: 'DELETE /api/story-beats/:id', expected: editors(204) },
  { call: 'GET /api/projects/:id/tension-points', expected: members(200) },
  { call: 'POST /api/projects/:id/analyze-story-beat-tension', expected: editors(200) },
  { call: 'GET /api/projects/:id/comments', expected: members(200) },
  {
    call: 'POST /api/projects/:id/comments',
    expected: commenters(201),
    send: () => ({ payload: { content: 'Boots and a torch are enough.' } }),
  },
  // One of Cora's.
  { call: 'PATCH /api/comments/:id/resolve', expected: commenters(200) },
  { call: 'DELETE /api/comments/:id', expected: [401, 404, 404, 404, 403, 204, 403, 204, 404] },
  { call: 'GET /api/projects/:id/script-history/paginated', expected: members(200) },
  {
    call: 'GET /api/projects/:id/script-moment',
    expected: members(200),
    send: () => ({ query: { time: '2026-01-01T00:00:00Z' } }),
  },
  {
    call: 'GET /api/projects/:id/script-at',
    expected: members(200),
    send: () => ({ query: { historyId: '0' } }),
  },
  { call: 'GET /api/projects/:id/issues', expected: members(200) },
  { call: 'GET /api/projects/:id/issue-preview', expected: editors(200) },
  { call: 'POST /api/projects/:id/issues', expected: editors(201) },
  {
    call: 'POST /api/issues/:id/copies',
    expected: editors(201),
    send: () => ({ payload: { recipients: [{ name: 'Cora' }] } }),
  },
  { call: 'GET /api/issues/:id/print', expected: members(200) },
  { call: 'GET /api/issues/:id/copies', expected: editors(200) },
  { call: 'POST /api/issued-copies/:id/link', expected: owners(201) },
  { call: 'DELETE /api/issued-copies/:id/link', expected: owners(204) },
  { call: 'GET /api/projects/:id/script-versions', expected: members(200) },
  {
    call: 'POST /api/projects/:id/script-versions',
    expected: editors(201),
    send: () => ({ payload: { name: 'First draft' } }),
  },
  {
    call: 'PATCH /api/script-versions/:id',
    expected: editors(200),
    send: () => ({ payload: { name: 'Second draft' } }),
  },
  { call: 'DELETE /api/script-versions/:id', expected: editors(204) },
  { call: 'GET /api/projects/:id/ai', expected: members(200) },
  { call: 'POST /api/projects/:id/ai-context', expected: members(200) },
  { call: 'GET /api/projects/:id/scene-summaries', expected: members(200) },
  { call: 'POST /api/projects/:id/scene-summaries', expected: editors(200) },
  { call: 'GET /api/projects/:id/ai-disclosures', expected: owners(200) },
  { call: 'GET /api/ai-disclosures/:id', expected: owners(200) },
  { call: 'GET /api/projects/:id/conversations', expected: members(200) },
  { call: 'GET /api/projects/:id/conversations/paginated', expected: members(200) },
  { call: 'POST /api/projects/:id/conversations', expected: commenters(201) },
  // One of Cora's, and nobody else's business.
  { call: 'GET /api/conversations/:id', expected: [401, 404, 404, 404, 404, 200, 404, 404, 404] },
  { call: 'DELETE /api/conversations/:id', expected: [401, 404, 404, 404, 404, 204, 404, 404, 404] },
  {
    call: 'POST /api/projects/:id/ai-chat',
    expected: commenters(200),
    send: () => ({ payload: { message: 'Who speaks most?' } }),
  },
  { call: 'POST /api/projects/:id/generate-improvements', expected: commenters(200) },
  {
    call: 'POST /api/projects/:id/generate-concept-image',
    expected: editors(200),
    send: () => ({ payload: { title: 'Night Ferry' } }),
  },
  { call: 'POST /api/projects/:id/generate-scene-template', expected: editors(200) },
  { call: 'POST /api/projects/:id/generate-character-template', expected: editors(200) },
  {
    call: 'POST /api/projects/:id/apply-improvement',
    expected: editors(200),
    send: async (project) => ({ payload: await aSuggestionFor(project) }),
  },
  { call: 'DELETE /api/projects/:id', expected: owners(204) },
  { call: 'GET /api/admin/beta-signups', expected: administrators(200) },
  { call: 'POST /api/admin/beta-signups/:id/approve', expected: administrators(200) },
  { call: 'POST /api/admin/beta-signups/:id/reject', expected: administrators(200) },
  { call: 'GET /api/admin/user-invitations', expected: administrators(200) },
  {
    call: 'POST /api/admin/user-invitations',
    expected: administrators(201),
    send: () => ({ payload: { email: `guest${Math.random()}@example.com` } }),
  },
  { call: 'GET /api/admin/users', expected: administrators(200) },
  { call: 'DELETE /api/admin/users/:userId/sessions', expected: administrators(200) },
  { call: 'GET /api/admin/user-activity', expected: administrators(200) },
  { call: 'GET /api/admin/dashboard-stats', expected: administrators(200) },
  { call: 'GET /api/admin/ai-usage-stats', expected: administrators(200) },
  { call: 'GET /api/admin/ai-usage', expected: administrators(200) },
  { call: 'GET /api/admin/ai-pricing', expected: administrators(200) },
  {
    call: 'PATCH /api/admin/ai-pricing/:id',
    expected: administrators(200),
    send: () => ({ payload: { fixedCostPerRequest: 1, reason: 'Dearer' } }),
  },
  { call: 'GET /api/admin/ai-pricing/:id/history', expected: administrators(200) },
  { call: 'GET /api/admin/ai-pricing-changes', expected: administrators(200) },
  { call: 'GET /api/admin/health', expected: administrators(200) },
  { call: 'GET /api/admin/changes', expected: administrators(200) },
  { call: 'GET /api/admin/backups', expected: administrators(200) },
  { call: 'POST /api/admin/backups', expected: administrators(202) },
  { call: 'POST /api/admin/backups/:name/restore', expected: administrators(409) }, // there is none
  { call: 'GET /api/admin/credit-stats', expected: administrators(200) },
  { call: 'GET /api/admin/user-credits', expected: administrators(200) },
  {
    call: 'POST /api/admin/add-credits',
    expected: administrators(200),
    send: () => ({ payload: { userId: world.nell.id, amount: 1, reason: 'A test' } }),
  },
  { call: 'GET /api/user/spending', expected: users(200) },
  { call: 'PATCH /api/user/spending', expected: users(200), send: () => ({ payload: { limit: null } }) },
  { call: 'GET /api/projects/:id/spending', expected: members(200) },
  {
    call: 'PATCH /api/projects/:id/spending',
    expected: owners(200),
    send: () => ({ payload: { limit: null } }),
  },
  { call: 'GET /api/projects/:id/access', expected: members(200) },
  {
    call: 'POST /api/projects/:id/invite',
    expected: owners(201),
    send: () => ({ payload: { email: `guest${Math.random()}@example.com` } }),
  },
  // Vic's entry: he may leave, and nobody but the owner may send him away.
  {
    call: 'PATCH /api/projects/:id/access/:accessId',
    expected: owners(200),
    send: () => ({ payload: { role: 'commenter' } }),
  },
  {
    call: 'DELETE /api/projects/:id/access/:accessId',
    expected: [401, 404, 404, 404, 204, 403, 403, 204, 404],
  },
  {
    call: 'POST /api/projects/:id/transfer',
    expected: owners(200),
    send: async (project) => ({ payload: { accessId: await entryOf(project, world.eddie) } }),
  },
  { call: 'GET /api/projects/:id/reading-link', expected: owners(200) },
  { call: 'POST /api/projects/:id/reading-link', expected: owners(201) },
  { call: 'DELETE /api/projects/:id/reading-link', expected: owners(204) },
  // The invitation of the person in the third column.
  { call: 'GET /api/invitations/:inviteToken', expected: everybody(200) },
  {
    call: 'POST /api/invitations/:inviteToken/accept',
    expected: [401, 403, 200, 403, 403, 403, 403, 400, 403],
  },
];

/** Return an application with an unused address. */
const anApplication = () => ({
  ...{ firstName: 'Greta', lastName: 'Guest', email: `guest${Math.random()}@example.com` },
  ...{ role: 'other', experience: 'beginner', reason: 'I write on ferries.' },
});

/** Return a suggestion for the script's first element. */
async function aSuggestionFor(project: ProjectRow) {
  const element = await firstElement(project);
  return {
    ...{ id: 'one', type: 'insert_after', description: 'Weather', confidence: 0.8, reasoning: '' },
    ...{ originalContent: '', suggestedContent: 'Rain.', elementType: 'action', characterName: null },
    elementId: element?.id,
  };
}

const firstVoiceId = builtin.voices[0]?.voice_id ?? '';

/** Somebody of the project who has a voice. */
async function speakerIn(project: ProjectRow): Promise<string | undefined> {
  const [speaker] = await server.db
    .update(characters)
    .set({ voiceId: firstVoiceId })
    .where(eq(characters.projectId, project.id))
    .returning();
  return speaker?.name;
}

let server: TestApp;
let world: World;
let pending: UserRow;
let expired: UserRow;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  pending = await aUser(server.db);
  expired = await aUser(server.db);
});
afterAll(() => server.close());

function callerOf(column: Column): Caller {
  const { sam, vic, cora, eddie, olive, ada } = world;
  if (column === 'visitor') return server.visitor;
  const person = {
    stranger: sam,
    pending,
    expired,
    viewer: vic,
    commenter: cora,
    editor: eddie,
    owner: olive,
  };
  return server.as(column === 'admin' ? ada : person[column]);
}

/** Create another Night Ferry, shared as in the world and with two pending invitations. */
async function aSharedProject(): Promise<ProjectRow> {
  const project = await nightFerry(server.db, world.olive);
  const shares = [
    [world.eddie, { role: 'editor' }],
    [world.cora, { role: 'commenter' }],
    [world.vic, { role: 'viewer' }],
    [pending, { role: 'editor', status: 'pending' }],
    [expired, { role: 'editor', status: 'expired' }],
  ] as const;
  for (const [person, share] of shares) await aShare(server.db, project, person, share);
  await aProjectInvitation(server.db, { projectId: project.id, email: pending.email });
  return project;
}

/** Night Ferry of somebody who shares with none of the columns. */
function theirProject(): Promise<ProjectRow> {
  return nightFerry(server.db, world.nell);
}

async function entryOf(project: ProjectRow, person: UserRow): Promise<number | undefined> {
  const isTheirs = and(
    eq(projectShares.projectId, project.id),
    eq(projectShares.sharedWithUserId, person.id),
  );
  const [share] = await server.db.select().from(projectShares).where(isTheirs);
  return share?.id;
}

async function inviteTokenOf(project: ProjectRow): Promise<string> {
  const ofProject = eq(projectInvitations.projectId, project.id);
  const [invitation] = await server.db.select().from(projectInvitations).where(ofProject);
  return invitation?.inviteToken ?? '';
}

async function addressOf(call: string, project: ProjectRow): Promise<Pick<InjectOptions, 'method' | 'url'>> {
  const [method, path = ''] = call.split(' ') as ['GET', string];
  const rowId = path.startsWith('/api/script-elements')
    ? (await firstElement(project))?.id
    : ((await applicationIn(path)) ??
      (await priceIn(path)) ??
      (await sceneIn(project, path)) ??
      (await commentIn(project, path)) ??
      (await versionIn(project, path)) ??
      (await issueIn(project, path)) ??
      (await conversationIn(project, path)) ??
      (await disclosureIn(project, path)) ??
      (await plannedIn(project, path)));
  const id = rowId ?? encodeProjectId(project.id);
  const url = path
    .replace(':id', String(id))
    .replace(':name', 'cold-open-20261128-204012-a1b2c3')
    .replace(':userId', world.nell.id)
    .replace(':format', 'pdf')
    .replace(':voiceId', firstVoiceId)
    .replace(':accessId', String(await entryOf(project, world.vic)))
    .replace(':inviteToken', path.includes(':inviteToken') ? await inviteTokenOf(project) : '');
  return { method, url };
}

/** A new application, where the path names one. */
async function applicationIn(path: string): Promise<number | undefined> {
  return path.startsWith('/api/admin/beta-signups/') ? (await aBetaApplication(server.db)).id : undefined;
}

/** A new price, where the path names one. */
async function priceIn(path: string): Promise<number | undefined> {
  if (!path.startsWith('/api/admin/ai-pricing/')) return undefined;
  const row = { service: 'openai', model: `m${Math.random()}`, pricingType: 'per_request' } as const;
  const [price] = await server.db.insert(aiServicePricing).values(row).returning();
  return price?.id;
}

async function firstElement(project: ProjectRow) {
  const [element] = await server.db
    .select()
    .from(scriptElements)
    .where(eq(scriptElements.projectId, project.id))
    .limit(1);
  return element;
}

/** The scene that the script begins with, where the path names one. */
async function sceneIn(project: ProjectRow, path: string): Promise<number | undefined> {
  return path.startsWith('/api/scenes') ? (await firstElement(project))?.sceneId : undefined;
}

/** A new conversation of Cora's, where the path names one. */
async function conversationIn(project: ProjectRow, path: string): Promise<number | undefined> {
  if (!path.startsWith('/api/conversations')) return undefined;
  const row = { projectId: project.id, userId: world.cora.id, title: 'Why forty-one?' };
  const [conversation] = await server.db.insert(conversations).values(row).returning();
  return conversation?.id;
}

/** Return Cora's entry of the owner's log, if the path names one. */
async function disclosureIn(project: ProjectRow, path: string): Promise<number | undefined> {
  if (!path.startsWith('/api/ai-disclosures')) return undefined;
  const engine = { service: 'openai', model: 'gpt-6.1-terra', destination: 'models.example.com' };
  const row = {
    projectId: project.id,
    userId: world.cora.id,
    ...engine,
    task: 'chat',
    text: 'Why forty-one?',
  };
  const [disclosure] = await server.db.insert(aiDisclosures).values(row).returning();
  return disclosure?.id;
}

/** A new thread of Cora's, where the path names a comment. */
async function commentIn(project: ProjectRow, path: string): Promise<number | undefined> {
  if (!path.startsWith('/api/comments')) return undefined;
  const row = { projectId: project.id, userId: world.cora.id, content: 'Boots and a torch are enough.' };
  const [comment] = await server.db.insert(comments).values(row).returning();
  return comment?.id;
}

async function charactersIn(project: ProjectRow): Promise<number[]> {
  const ofProject = eq(characters.projectId, project.id);
  const found = await server.db.select({ id: characters.id }).from(characters).where(ofProject);
  return found.map(({ id }) => id);
}

async function anActIn(project: ProjectRow): Promise<number> {
  const row = { projectId: project.id, number: 1, title: 'Setup', orderIndex: 0 };
  const [act] = await server.db.insert(acts).values(row).returning();
  return act?.id ?? 0;
}

/** Create a part of the plan, or a character, if the path names one, with beats where needed. */
async function plannedIn(project: ProjectRow, path: string): Promise<number | undefined> {
  const { db } = server;
  const place = { projectId: project.id, orderIndex: 0 };
  if (path.startsWith('/api/characters/:id')) return (await charactersIn(project))[0];
  if (path.startsWith('/api/outlines')) {
    const [item] = await db
      .insert(outlines)
      .values({ ...place, title: 'Boarding' })
      .returning();
    return item?.id;
  }
  if (!/^\/api\/(acts|sequences|story-beats)|story-beat-tension$/.test(path)) return undefined;
  const actId = await anActIn(project);
  if (path.startsWith('/api/acts')) return actId;
  const [sequence] = await db
    .insert(sequences)
    .values({ ...place, name: 'Boarding' })
    .returning();
  if (path.startsWith('/api/sequences')) return sequence?.id;
  const [beat] = await db
    .insert(storyBeats)
    .values({ ...place, actId, title: 'She boards' })
    .returning();
  return path.startsWith('/api/story-beats') ? beat?.id : undefined;
}

/** A new version, where the path names one. */
async function versionIn(project: ProjectRow, path: string): Promise<number | undefined> {
  if (!path.startsWith('/api/script-versions')) return undefined;
  const row = { projectId: project.id, name: 'First draft', historyId: 0, moveId: 0 };
  const [version] = await server.db.insert(scriptVersions).values(row).returning();
  return version?.id;
}

/** A new issue or its copy, where the path names one. */
async function issueIn(project: ProjectRow, path: string): Promise<number | undefined> {
  if (!/^\/api\/(issues|issued-copies)\//.test(path)) return undefined;
  const { id, copyId } = await anIssue(server.db, { projectId: project.id });
  return path.startsWith('/api/issues/') ? id : copyId;
}

/** A project and a request to it. */
interface Target {
  project: ProjectRow;
  request: InjectOptions;
  /** Digest of the project before calls that are rejected, which must not change it. */
  digest: Digest | null;
}

async function aTarget(call: string, send: Row['send']): Promise<Target> {
  const project = await aSharedProject();
  const request = { ...(await addressOf(call, project)), ...(await send?.(project)) };
  return { project, request, digest: null };
}

describe('role matrix', () => {
  test('contains exactly the mounted endpoints', () => {
    expect(matrix.map(({ call }) => call).sort()).toEqual(mountedCalls(server.app));
  });

  test.each(matrix)('$call', async ({ call, expected, send }) => {
    let target: Target | null = null;
    const statuses: Partial<Record<Column, number>> = {};
    const expectedByColumn: Partial<Record<Column, number>> = {};
    for (const [i, column] of columns.entries()) {
      target ??= await aTarget(call, send);
      const status = typeof expected === 'number' ? expected : (expected[i] ?? 0);
      if (status >= 400) target.digest ??= await digestOf(server.db, [target.project.id]);
      const answer = await callerOf(column).inject(target.request);
      statuses[column] = answer.statusCode;
      expectedByColumn[column] = status;
      if (status >= 400) {
        expectRejection(answer);
        expect([column, await digestOf(server.db, [target.project.id])]).toEqual([column, target.digest]);
      } else if (call.startsWith('GET')) target.digest = null;
      // A project that a call changed is replaced for the next one.
      else target = null;
    }
    expect(statuses).toEqual(expectedByColumn);
  });
});

const rejections: Record<number, RegExp> = {
  400: /./,
  401: /^Unauthorized$/,
  403: /^You don't have permission to (do this|access the admin dashboard)\.$|^This invitation was sent to a different email address\.$/,
  404: /^[A-Z][a-z]+( [a-z]+)* not found$/,
  409: /^There is no backup cold-open-/,
  503: /^Video generation is not configured\.$/,
};

/** Expect the body of every rejection. A browser that navigates to sign-in gets a page instead. */
function expectRejection({ statusCode, headers, json }: Awaited<ReturnType<Caller['get']>>): void {
  if (headers['content-type']?.toString().startsWith('text/html')) return;
  const { code, message, error } = json();
  expect([errorStatuses[code as ErrorCode], error]).toEqual([statusCode, message]);
  expect(message).toMatch(rejections[statusCode] ?? /^$/);
}

/** The nine columns with the answers about a project without access. */
const outsiders = [401, ...Array(8).fill(404)];

/**
 * Calls that name no row of a project: of the sign-in, of the user's own account, of the
 * administration, and of the list of projects. An invitation belongs to everyone with its link; its
 * answers are tested in server/sharing/invitations.test.ts.
 */
const withoutRows =
  /^\w+ \/api\/(health|openapi\.json|login|logout|auth|user|beta-signup|admin|invitations|projects$|projects\/import-file$|config|create-|payment|cancel-|subscription|stripe|voices|generate-speech)/;

describe('paths outside of the API', () => {
  const answers = async (url: string) => {
    const found = [];
    for (const column of columns) {
      const { statusCode, headers } = await callerOf(column).get(url);
      found.push(headers.location?.startsWith('/api/login?') ? 401 : statusCode);
    }
    return found;
  };

  test("serve a project's file to members only, even if others know its address", async () => {
    const [own, theirs] = [await aSharedProject(), await theirProject()];
    const [ofOwn, ofTheirs] = [await aFileOf(own), await aFileOf(theirs)];
    expect(await answers(ofOwn)).toEqual(members(200));
    expect(await answers(ofTheirs)).toEqual(outsiders);
    for (const name of ['x', '..%2f..%2fpackage.json', '%00', `${'a'.repeat(32)}.png`])
      expect(await answers(`/uploads/${name}`)).toEqual(outsiders);
  });

  test('serve the reading view of a project to members only', async () => {
    const [own, theirs] = [await aSharedProject(), await theirProject()];
    expect(await answers(`/projects/${own.id}/reading`)).toEqual(members(200));
    expect(await answers(`/projects/${theirs.id}/reading`)).toEqual(outsiders);
  });
});

/** The address of a picture that the project shows. */
async function aFileOf(project: ProjectRow): Promise<string> {
  const url = await server.storage.put(aPng(), 'image/png');
  await attachFile(server.db, url, { projectId: project.id });
  return url;
}

describe('row of another project', () => {
  const targets = matrix.filter(({ call }) => !withoutRows.test(call));

  test.each(targets)('is not found by $call', async ({ call, send }) => {
    const [own, theirs] = [await aSharedProject(), await theirProject()];
    const request = { ...(await addressOf(call, theirs)), ...(await send?.(theirs)) };
    const before = await digestOf(server.db, [own.id, theirs.id]);
    const statuses = [];
    for (const column of columns) {
      const answer = await callerOf(column).inject(request);
      statuses.push(answer.statusCode);
      expectRejection(answer);
    }
    expect(statuses).toEqual(outsiders);
    expect(await digestOf(server.db, [own.id, theirs.id])).toEqual(before);
  });
});

describe('row of another project in the body or query', () => {
  test.each(foreignReferences)('$call: $field', async ({ call, status, send }) => {
    const { expected = 0 } = matrix.find((row) => row.call === call) ?? {};
    const theirs = await foreignRows(server.db, (await theirProject()).id, world.nell.id);
    const own = await aSharedProject();
    const characterId = (await charactersIn(own)).at(-1) ?? 0;
    const request = { ...(await addressOf(call, own)), ...send(theirs, { characterId }) };
    if (call.endsWith('/story-beats')) await anActIn(own);
    const statuses = [];
    for (const column of columns) {
      const before = await digestOf(server.db, [own.id, theirs.projectId]);
      const answer = await callerOf(column).inject(request);
      statuses.push(answer.statusCode);
      expect(answer.body).not.toContain(foreignText);
      expect(await digestOf(server.db, [own.id, theirs.projectId])).toEqual(before);
    }
    const expectedStatuses = columns.map((_, i) =>
      typeof expected === 'number' ? expected : (expected[i] ?? 0),
    );
    expect(statuses).toEqual(expectedStatuses.map((usual) => (usual < 300 ? status : usual)));
  });

  test('is checked in every field that may refer to one', async () => {
    const document = (await server.visitor.get('/api/openapi.json')).json();
    const known = new Set(foreignReferences.map(({ call, field }) => `${call} ${field}`));
    const inPath = new Set(matrix.filter(({ call }) => !call.includes(':id')).map(({ call }) => call));
    const found = rowReferenceFields(document).filter(
      ({ call }) => !withoutRows.test(call) && !inPath.has(call),
    );
    const left = found.filter(({ call, field }) => !known.has(`${call} ${field}`));
    expect(found.length).toBeGreaterThan(20);
    expect(left.map(({ call, field }) => `${call} ${field}`)).toEqual([
      // Moments are looked up in the project's own history, sets in its format.
      'POST /api/projects/:id/revisions sinceHistoryId',
      'POST /api/projects/:id/revisions untilHistoryId',
      'POST /api/projects/:id/revisions revisionId',
      'POST /api/projects/:id/export/comparison before',
      // Sources of pasted elements are ignored if unknown or unreadable (script/carrying.test.ts).
      'POST /api/projects/:id/script-changes edits.elements.source.projectId',
      'POST /api/projects/:id/script-changes edits.elements.source.id',
      // Ids of the elements of an omitted scene are stored. Restoring sends them as sources.
      'POST /api/projects/:id/script-changes edits.fields.omitted.elements.id',
      'PATCH /api/script-elements/:id omitted.elements.id',
      // Ids of a service's voices, and of the answer.
      'POST /api/projects/:id/characters voiceId',
      'PATCH /api/characters/:id voiceId',
      'PATCH /api/characters/:id undo.id',
      'PATCH /api/characters/:id undo.fields.omitted.elements.id',
      'POST /api/projects/:id/apply-improvement id',
    ]);
  });
});

describe('guard', () => {
  const open =
    /^GET \/api\/(health.*|config|openapi\.json|logout|login.*|invitations\/:inviteToken)$|^POST \/api\/(login|beta-signup|stripe)/;

  test('answers every call of a visitor with 401 and the same body', async () => {
    const closed = mountedCalls(server.app).filter((call) => !open.test(call));
    expect(closed.length).toBeGreaterThan(10);
    for (const call of closed) {
      const answer = await server.visitor.inject(await addressOf(call, world.project));
      expect([call, answer.statusCode]).toEqual([call, 401]);
      expect(answer.json()).toEqual({ code: 'unauthorized', message: 'Unauthorized', error: 'Unauthorized' });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  test('checks membership before the role, and the role before the body', async () => {
    const writes = matrix.filter(
      ({ call, expected, send }) =>
        send && Array.isArray(expected) && /^(POST|PATCH) \/api\/(?!admin).*:id/.test(call),
    );
    expect(writes).toHaveLength(43);
    for (const { call, expected } of writes) {
      const bad = {
        ...(await addressOf(call, world.project)),
        payload: { name: 7, title: 7, content: 7, elementType: 7 },
      };
      const statuses = [];
      for (const name of ['sam', 'vic', 'eddie', 'olive'] as const)
        statuses.push((await server.as(world[name]).inject(bad)).statusCode);
      const rejections = (['stranger', 'viewer', 'editor', 'owner'] as const).map((column) => {
        const usual = Array.isArray(expected) ? expected[columns.indexOf(column)] : expected;
        return usual === 404 || usual === 403 ? usual : 400;
      });
      expect([call, ...statuses]).toEqual([call, ...rejections]);
    }
  });

  test('accepts both forms of a project id', async () => {
    const olive = server.as(world.olive);
    const byNumber = await olive.get(`/api/projects/${world.project.id}`);
    const byCode = await olive.get(world.projectUrl);
    expect(byCode.json()).toEqual(byNumber.json());
    expect(byCode.json()).toMatchObject({ id: world.project.id, role: 'owner', ownerId: world.olive.id });
  });

  test.each([
    '0',
    '-1',
    '01',
    '1.5',
    '1e0',
    'abc',
    'P',
    'P0',
    'prQTbI',
    'PrQT!I',
    '2147483648',
    '99999999999999999999',
    'PzzzzzzzZZZZ',
    '%00',
    '%F0%9F%9A%A2',
    '__proto__',
    'constructor',
    'x'.repeat(400),
  ])('rejects the project id %s', async (id) => {
    const planned = ['/outlines', '/acts', '/sequences', '/story-beats', '/tension-points'];
    for (const below of ['', '/scenes', '/script-elements', '/characters', '/export/pdf', ...planned]) {
      const answer = await server.as(world.olive).get(`/api/projects/${id}${below}`);
      expect([below, answer.statusCode]).toEqual([below, 404]);
      expect(answer.json()).toMatchObject({ code: 'not_found', message: 'Project not found' });
    }
  });

  test.each(['0', 'abc', '2147483648', '2147483647', 'PrQTbI', '%00'])(
    'rejects the element id %s',
    async (id) => {
      const answer = await server.as(world.olive).patch(`/api/script-elements/${id}`, { content: 7 });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'Element not found', error: 'Element not found' });
    },
  );

  test('applies a changed role to the next call', async () => {
    const vic = server.as(world.vic);
    const project = await aSharedProject();
    const rename = () => vic.patch(`/api/projects/${project.id}`, { name: 'Day Ferry' });
    expect((await rename()).statusCode).toBe(403);
    const ofVic = and(
      eq(projectShares.projectId, project.id),
      eq(projectShares.sharedWithUserId, world.vic.id),
    );
    await server.db.update(projectShares).set({ role: 'editor' }).where(ofVic);
    expect((await rename()).statusCode).toBe(200);
    await server.db.delete(projectShares).where(ofVic);
    expect((await rename()).statusCode).toBe(404);
  });

  test('gives an administrator who is a member the rights of a member only', async () => {
    const project = await aSharedProject();
    await aShare(server.db, project, world.ada, { role: 'viewer' });
    const ada = server.as(world.ada);
    expect((await ada.get(`/api/projects/${project.id}`)).json().role).toBe('viewer');
    expect((await ada.patch(`/api/projects/${project.id}`, { name: 'Mine' })).statusCode).toBe(403);
  });

  test('rejects a forged, an expired and an emptied session', async () => {
    const { visitor, db } = server;
    const project = { url: '/api/auth/user' };
    const withCookie = (sid: string) => visitor.inject({ ...project, cookies: { sid } });
    const sid = await signIn(db, world.olive.id);
    expect((await withCookie(sid)).statusCode).toBe(200);
    const ofOlive = eq(sessions.sid, sha256Of(sid));
    await db
      .update(sessions)
      .set({ expire: new Date(Date.now() - 1000) })
      .where(ofOlive);
    expect((await withCookie(sid)).statusCode).toBe(401);
    expect((await withCookie(sha256Of(sid))).statusCode).toBe(401);
    expect((await withCookie('%00')).statusCode).toBe(401);
    await db.insert(sessions).values({ sid: sha256Of('journey'), sess: {}, expire: sessionEnd() });
    expect((await withCookie('journey')).statusCode).toBe(401);
  });
});
