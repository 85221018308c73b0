import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Db, rows } from '#server/db/client.ts';
import { aiRequests } from '#server/db/schema/ai.ts';
import { files, projects } from '#server/db/schema/projects.ts';
import type { Quota, Quotas } from '#server/envQuotas.ts';
import { uploadPhoto } from '#shared/contract/account.ts';
import { generateDialogueAudio, generateSoundEffect } from '#shared/contract/audio.ts';
import { generateAvatar } from '#shared/contract/characters.ts';
import { exportComparison } from '#shared/contract/comparing.ts';
import { generateConceptImage } from '#shared/contract/concept.ts';
import { downloadCopies, printIssue } from '#shared/contract/issues.ts';
import {
  duplicateProject,
  exportArchive,
  exportPrint,
  exportScript,
  exportStoryboard,
} from '#shared/contract/projects.ts';
import { generateSceneImage, generateSceneVideo } from '#shared/contract/scenes.ts';
import { designVoice } from '#shared/contract/voices.ts';
import type { EndpointShape } from '#shared/endpoint.ts';
import { admission } from './access.ts';
import type { Counter } from './counter.ts';
import type { Deps } from './deps.ts';
import { forbidden, tooManyRequests } from './errors.ts';
import { idempotencyKey, personalRequestName, requestNameOf } from './requestId.ts';

const dayMs = 24 * 3_600_000;
const megabyte = 1_048_576;

/**
 * Calls that may store files. They are rejected before anything is made or paid. Of imports, only
 * archives have files (server/importing).
 */
const storingEndpoints = new Set<EndpointShape>([
  ...[generateSceneImage, generateSceneVideo, generateConceptImage, generateAvatar, designVoice],
  ...[generateDialogueAudio, generateSoundEffect, uploadPhoto, duplicateProject],
]);

/** Exports of projects. The archive of the own account is not limited: it belongs to its owner. */
const exportEndpoints = new Set<EndpointShape>([
  ...[exportScript, exportPrint, exportComparison, exportStoryboard, exportArchive],
  ...[printIssue, downloadCopies],
]);

/** User and project of a call. Null: it belongs to no project. */
interface Payer {
  userId: string;
  projectId: number | null;
}

/** Check the quotas before the handler of every call that stores files or exports a project. */
export function limitQuotas(app: FastifyInstance, { db, env, counter }: Deps): void {
  const { storageMb, exportsPerDay } = env.quotas;
  app.addHook('preHandler', async (request) => {
    const { endpoint } = request.routeOptions.config;
    const { user, project } = admission(request);
    if (!endpoint || !user) return;
    // A copy belongs to its maker, not to the owner of the original.
    const isCopy = endpoint === duplicateProject;
    const payer = { userId: user.id, projectId: isCopy ? null : (project?.id ?? null) };
    if (storingEndpoints.has(endpoint) && hasLimit(storageMb) && !(await isRepeated(db, request)))
      await requireStorage(db, storageMb, payer);
    if (exportEndpoints.has(endpoint)) await countExport(counter, exportsPerDay, payer);
  });
}

function hasLimit(quota: Quota): boolean {
  return Object.values(quota).some((limit) => limit !== null);
}

/** Return whether a call repeats a request id: it gets the stored reply and stores nothing. */
async function isRepeated(db: Db, request: FastifyRequest): Promise<boolean> {
  const { user, project } = admission(request);
  if (!user || idempotencyKey(request) === null) return false;
  const { requestId } = project ? requestNameOf(project.id, request) : personalRequestName(request);
  const [known] = await db
    .select({ id: aiRequests.id })
    .from(aiRequests)
    .where(and(eq(aiRequests.userId, user.id), eq(aiRequests.requestId, requestId)));
  return known !== undefined;
}

const storageTexts: Record<keyof Quota, (limit: string) => string> = {
  person: (limit) =>
    `The files of these projects and of their owner take ${limit}, which is the limit. Delete pictures, sounds, videos or projects, or ask an administrator for more space.`,
  project: (limit) =>
    `The files of this project take ${limit}, which is the limit. Delete pictures, sounds or videos, or ask an administrator for more space.`,
  organisation: (limit) =>
    `The files of all projects on this server take ${limit}, which is the limit. Ask an administrator for more space.`,
};

/** Throw if the files that count for a call have reached a limit. The last one may exceed it. */
export async function requireStorage(db: Db, quota: Quotas['storageMb'], payer: Payer): Promise<void> {
  if (!hasLimit(quota)) return;
  const limits = Object.entries(quota) as [keyof Quota, number | null][];
  const used = await usedBytes(db, quota, payer);
  for (const [scope, limit] of limits)
    if (limit !== null && used[scope] >= limit * megabyte)
      throw forbidden(storageTexts[scope](`${limit} MB`));
}

/** Sum the files that count for a call. A project counts for its owner, not for the caller. */
async function usedBytes(
  db: Db,
  { organisation }: Quotas['storageMb'],
  { userId, projectId }: Payer,
): Promise<Record<keyof Quota, number>> {
  const owner = sql`coalesce((select user_id from ${projects} where id = ${projectId}), ${userId})`;
  const sum = sql`select coalesce(sum(size_bytes), 0)::float8 from ${files}`;
  const [used] = await rows<Record<keyof Quota, number>>(
    db,
    sql`select
      (${sum} where user_id = ${owner}
        or project_id in (select id from ${projects} where user_id = ${owner})) as person,
      (${sum} where project_id = ${projectId}) as project,
      ${organisation === null ? sql`0::float8` : sql`(${sum})`} as organisation`,
  );
  if (!used) throw new Error('SELECT of the used storage returned no row');
  return used;
}

const exportTexts: Record<keyof Quota, (limit: number) => string> = {
  person: (limit) => `You have made ${limit} exports within a day, which is the limit.`,
  project: (limit) => `This project was exported ${limit} times within a day, which is the limit.`,
  organisation: (limit) => `${limit} exports were made on this server within a day, which is the limit.`,
};

/**
 * Count an export, and throw if a limit is exceeded. The narrowest limit comes first, so that a
 * person who has reached the own one does not use up those of others.
 */
async function countExport(counter: Counter, quota: Quota, { userId, projectId }: Payer): Promise<void> {
  const keys = { person: userId, project: projectId, organisation: 'all' };
  for (const scope of ['person', 'project', 'organisation'] as const) {
    const limit = quota[scope];
    const key = keys[scope];
    if (limit === null || key === null) continue;
    const { current, ttlMs } = await counter.add(`exports-${scope}:${key}`, dayMs);
    if (current <= limit) continue;
    const hours = Math.max(1, Math.ceil(ttlMs / 3_600_000));
    const wait = hours === 1 ? 'an hour' : `${hours} hours`;
    throw tooManyRequests(
      Math.ceil(ttlMs / 1000),
      `${exportTexts[scope](limit)} Please try again in ${wait}.`,
    );
  }
}
