import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { builtInVoices } from '#engines/sound/voices/catalogue.ts';
import { exportFormatNames } from '#screenplay/exportFormats.ts';
import type { UserRow } from '#server/auth/accounts.ts';
import type { Db } from '#server/db/client.ts';
import { aiDisclosures, conversations } from '#server/db/schema/ai.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import { scriptHistory, scriptVersions } from '#server/db/schema/history.ts';
import { issuedCopies, scriptIssues } from '#server/db/schema/issues.ts';
import { acts, outlines, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { projectShares, readingLinks } from '#server/db/schema/projects.ts';
import { characters, comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { aProjectInvitation, aShare, aUser } from '#test/factories.ts';
import { anIssue } from '#test/issues.ts';
import { nightFerry } from '#test/world.ts';
import type { KnownIds } from './values.ts';

const roles = ['owner', 'editor', 'commenter', 'viewer', 'stranger'] as const;
export type FuzzPerson = (typeof roles)[number];

/** A project with a row of every kind, and their ids. */
export interface FuzzProject {
  projectId: number;
  /** New users each time, because calls per minute and user are limited. */
  people: Record<FuzzPerson, UserRow>;
  /** By the field of a body or a query. */
  ids: KnownIds;
  /** Return the rows that the id of a path may refer to. */
  idsOfPath(path: string): readonly (number | string)[];
}

/**
 * Create Night Ferry, shared among users of every role, with a plan, an outline, comments, versions
 * and conversations. `createProject` may create another script for it.
 */
export async function createFuzzProject(
  db: Db,
  createProject: (db: Db, owner: UserRow) => Promise<{ id: number }> = nightFerry,
): Promise<FuzzProject> {
  const people = {} as FuzzProject['people'];
  for (const role of roles) people[role] = await aUser(db, { credits: 500 });
  const { id: projectId } = await createProject(db, people.owner);
  for (const role of ['editor', 'commenter', 'viewer'] as const)
    await aShare(db, { id: projectId }, people[role], { role });
  await db.insert(acts).values([
    { projectId, number: 1, title: 'Departure', orderIndex: 0 },
    { projectId, number: 2, title: 'Crossing', orderIndex: 1 },
  ]);
  const speaks = { voiceId: builtInVoices[0]?.voiceId ?? null };
  await db.update(characters).set(speaks).where(eq(characters.projectId, projectId));
  const [act] = await idsIn(db, acts, projectId);
  const actId = act ?? 0;
  await db.insert(sequences).values([
    { projectId, actNumber: 1, name: 'Boarding', orderIndex: 0 },
    { projectId, actNumber: 2, name: 'The storm', orderIndex: 0 },
  ]);
  await db.insert(storyBeats).values([
    { projectId, actId, actNumber: 1, title: 'She boards', orderIndex: 0 },
    { projectId, actId, actNumber: 1, title: 'He waves', orderIndex: 1 },
  ]);
  await db.insert(outlines).values([
    { projectId, title: 'Boarding', orderIndex: 0 },
    { projectId, title: 'Casting off', orderIndex: 1 },
  ]);
  const [element] = await idsIn(db, scriptElements, projectId);
  await db.insert(comments).values([
    {
      projectId,
      userId: people.commenter.id,
      content: 'Boots and a torch.',
      scriptElementId: element ?? null,
    },
    { projectId, userId: people.owner.id, content: 'Are enough.' },
  ]);
  await db
    .insert(conversations)
    .values(
      [people.owner, people.editor].map(({ id: userId }) => ({ projectId, userId, title: 'Why forty-one?' })),
    );
  await db.insert(scriptVersions).values({ projectId, name: 'First draft', historyId: 0, moveId: 0 });
  const copyToken = randomUUID();
  await anIssue(db, { projectId, token: copyToken });
  const engine = { service: 'openai', model: 'gpt-6.1-terra', destination: 'models.example.com' };
  await db
    .insert(aiDisclosures)
    .values({ projectId, userId: people.commenter.id, ...engine, task: 'chat', text: 'Why forty-one?' });
  const { inviteToken, email } = await aProjectInvitation(db, { projectId });
  await db.insert(projectShares).values({ projectId, sharedWithEmail: email, inviteToken });
  const link = { token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) };
  await db.insert(readingLinks).values({ projectId, ...link });
  const tokens = { inviteToken: [inviteToken], token: [link.token, copyToken] };
  const price = { service: 'openai', model: randomUUID(), pricingType: 'per_request' } as const;
  const prices = await db.insert(aiServicePricing).values(price).returning({ id: aiServicePricing.id });
  const { ids, idsOfPath } = await idsOf(db, projectId, { ...tokens, userId: [people.viewer.id] });
  return {
    ...{ projectId, people, ids },
    idsOfPath: (path) => (path.includes('/ai-pricing/') ? prices.map(({ id }) => id) : idsOfPath(path)),
  };
}

async function idsOf(
  db: Db,
  projectId: number,
  tokens: Record<string, readonly string[]>,
): Promise<Pick<FuzzProject, 'ids' | 'idsOfPath'>> {
  const of = {
    'script-elements': await idsIn(db, scriptElements, projectId),
    scenes: await idsIn(db, scenes, projectId),
    characters: await idsIn(db, characters, projectId),
    acts: await idsIn(db, acts, projectId),
    sequences: await idsIn(db, sequences, projectId),
    'story-beats': await idsIn(db, storyBeats, projectId),
    outlines: await idsIn(db, outlines, projectId),
    comments: await idsIn(db, comments, projectId),
    conversations: await idsIn(db, conversations, projectId),
    'script-versions': await idsIn(db, scriptVersions, projectId),
    issues: await idsIn(db, scriptIssues, projectId),
    'issued-copies': await idsIn(db, issuedCopies, projectId),
    'ai-disclosures': await idsIn(db, aiDisclosures, projectId),
    projects: [projectId, encodeProjectId(projectId)],
    voices: builtInVoices.slice(0, 2).map(({ voiceId }) => voiceId),
  } satisfies Record<string, readonly (number | string)[]>;
  const elements = of['script-elements'];
  const byField: Record<string, readonly (number | string)[]> = {
    ...{ id: elements, ids: elements, elementId: elements, afterId: elements, scriptElementId: elements },
    ...{ sceneId: of.scenes, sequenceId: of.sequences, outlineIds: of.outlines },
    ...{ characterId: of.characters, characterIds: of.characters, intoId: of.characters },
    copyId: of['issued-copies'],
    ...{ parentCommentId: of.comments, conversationId: of.conversations, projectId: of.projects },
    ...{ rowId: of.acts, voiceId: of.voices, characterName: ['MARA', 'TOBIAS'] },
    ...{ accessId: [...(await idsIn(db, projectShares, projectId)), 'owner'], ...tokens },
    format: exportFormatNames,
    ...{ historyId: await idsIn(db, scriptHistory, projectId), baseVersion: [1, 2] },
  };
  return {
    ids: (name) => (Object.hasOwn(byField, name) ? byField[name] : undefined),
    idsOfPath: (path) => {
      const folder = path.split('/')[2] ?? '';
      return Object.entries(of).find(([name]) => name === folder)?.[1] ?? [];
    },
  };
}

type Owned = typeof acts | typeof comments | typeof scriptElements | typeof aiDisclosures;

async function idsIn(db: Db, table: object, projectId: number): Promise<number[]> {
  const owned = table as Owned;
  const found = await db
    .select({ id: owned.id })
    .from(owned)
    .where(eq(owned.projectId, projectId))
    .orderBy(owned.id);
  return found.map(({ id }) => id);
}
