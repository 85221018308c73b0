import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { mount, type RouteCall } from '#server/lib/mount.ts';
import { sha256Of } from '#server/lib/session.ts';
import { changeScript } from '#shared/contract/edits.ts';
import {
  createElement,
  deleteElement,
  Element,
  listElementChanges,
  listElements,
  updateElement,
} from '#shared/contract/elements.ts';
import { laterChangesHeader, stayHeader } from '#shared/headers.ts';
import { filteredScript } from './filter.ts';
import { changeIdempotently } from './idempotency.ts';
import { acceptLegacyEdits } from './legacyEdits.ts';
import { changesSince, listChangesJson, markOfRevision } from './listChanges.ts';
import { listStateOf, listTag } from './listTag.ts';
import { readScript } from './script.service.ts';
import { scriptCache } from './scriptCache.ts';
import {
  editsCall,
  insertionCall,
  removalCall,
  runLocked,
  runScriptCall,
  runUnlocked,
  updateCall,
} from './scriptCalls.ts';

/** Part of the list's tag, so that a list cached with other fields is outdated. */
const shape = sha256Of(Object.keys(Element.shape).join()).slice(0, 8);

const scopeOf = ({ project, user }: { project: { id: number }; user: { id: string } }) => {
  return { projectId: project.id, userId: user.id };
};

/** Return the stay of a change from the request header. Null: there is none, or it is malformed. */
function stayOf({ request }: { request: Pick<FastifyRequest, 'headers'> }): string | null {
  const value = request.headers[stayHeader];
  return typeof value === 'string' && /^[\w-]{8,64}$/.test(value) ? value : null;
}

type ListCall = Pick<
  RouteCall<typeof listElements, { can: 'read' }>,
  'project' | 'user' | 'request' | 'reply'
>;

function sendList(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

const ofElement = { child: scriptElements, thing: 'Element' } as const;

export function scriptRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const cache = scriptCache();

  /** Return the script list as bytes. It is built once per revision. */
  async function wholeScript(where: { projectId: number; userId: string }, revision: number) {
    const { identity } = await cache.get(where.projectId, revision, async () => {
      const { script, isRepaired } = await readScript(db, where);
      // A repair increments the revision, so its result must not be cached under the old one.
      return { script, isKept: !isRepaired };
    });
    return identity;
  }

  /**
   * Return the list of a caller that loads later changes, by the tag that it has. A list that lacks
   * only few changes is still valid for it, and the header names whether some are missing.
   */
  async function listBeforeChanges({ project, user, request, reply }: ListCall) {
    const prefix = `${shape}.${project.id}`;
    const known = listStateOf(prefix, request.headers['if-none-match']);
    const isCurrent = known?.scriptRevision === project.scriptRevision;
    const isRecent = isCurrent || (known !== null && (await changesSince(db, project.id, known)) !== null);
    reply.header(laterChangesHeader, isRecent && !isCurrent ? 'missing' : 'none');
    if (known && isRecent) return reply.header('etag', listTag(prefix, known)).code(304).send();
    const { scriptRevision, revision } = project;
    const [script, mark] = await Promise.all([
      wholeScript({ projectId: project.id, userId: user.id }, scriptRevision),
      markOfRevision(db, project.id, revision),
    ]);
    return sendList(reply.header('etag', listTag(prefix, { scriptRevision, revision, mark })), script);
  }

  mount(app, listElements, { can: 'read' }, async ({ project, user, query, request, reply }) => {
    const where = { projectId: project.id, userId: user.id };
    const { sceneId, characterId } = query;
    const isWhole = sceneId === undefined && characterId === undefined;
    reply.header('cache-control', 'private, no-cache');
    if (isWhole && query.with === 'changes') return listBeforeChanges({ project, user, request, reply });
    // The elements of a character depend on its name, which scriptRevision does not cover.
    const revision = characterId === undefined ? project.scriptRevision : `p${project.revision}`;
    const etag = `"${shape}.${project.id}.${revision}.${sceneId ?? ''}.${characterId ?? ''}"`;
    reply.header('etag', etag);
    // A proxy that compresses replies makes their tags weak.
    const known = request.headers['if-none-match']?.replace(/^W\//, '');
    if (known === etag) return reply.code(304).send();
    const script = isWhole
      ? await wholeScript(where, project.scriptRevision)
      : await filteredScript(db, where, query);
    return sendList(reply, script);
  });

  mount(app, listElementChanges, { can: 'read' }, async ({ project, user, query, reply }) => {
    const state = listStateOf(`${shape}.${project.id}`, query.since);
    const changes = await listChangesJson(db, { projectId: project.id, userId: user.id }, state);
    return sendList(reply.header('cache-control', 'no-store'), changes);
  });

  mount(app, createElement, { can: 'write' }, (asked) => {
    const call = insertionCall(asked.body, { stayId: stayOf(asked) });
    return changeIdempotently(
      db,
      asked,
      createElement,
      (change) => runLocked(change, call),
      (once) => runUnlocked(db, scopeOf(asked), call, once),
    );
  });

  acceptLegacyEdits(app);
  mount(app, changeScript, { can: 'write' }, (asked) => {
    const { edits, reason } = asked.body;
    const call = editsCall(edits, { reason, stayId: stayOf(asked) });
    return changeIdempotently(
      db,
      asked,
      changeScript,
      (change) => runLocked(change, call),
      (once) => runUnlocked(db, scopeOf(asked), call, once),
    );
  });

  mount(app, updateElement, { can: 'write', ...ofElement }, (asked) => {
    const call = updateCall(asked.params.id, asked.body, { stayId: stayOf(asked) });
    return runScriptCall(db, scopeOf(asked), call);
  });

  mount(app, deleteElement, { can: 'write', ...ofElement }, async (asked) => {
    await runScriptCall(db, scopeOf(asked), removalCall(asked.params.id));
    return undefined;
  });
}
