import { asc, eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { aiDisclosures, conversations } from '#server/db/schema/ai.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { acts, outlines, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { projectShares } from '#server/db/schema/projects.ts';
import { characters, comments, scriptElements } from '#server/db/schema/script.ts';
import { anIssue } from './issues.ts';

/** The text in every readable row of the other project. */
export const foreignText = 'Nobody else may read this';

/** One row of each kind that bodies and queries refer to, of another user's project. */
export interface ForeignRows {
  projectId: number;
  elementId: number;
  sceneId: number;
  sequenceId: number;
  beatId: number;
  characterId: number;
  outlineId: number;
  commentId: number;
  conversationId: number;
  historyId: number;
  moveId: number;
  disclosureId: number;
  accessId: number;
  copyId: number;
}

/** Create the rows in a project that has a script. */
export async function foreignRows(db: Db, projectId: number, userId: string): Promise<ForeignRows> {
  const idOf = async (rows: Promise<{ id: number }[]>) => (await rows)[0]?.id ?? 0;
  const place = { projectId, orderIndex: 0 };
  const ofProject = eq(scriptElements.projectId, projectId);
  await db.update(scriptElements).set({ content: foreignText }).where(ofProject);
  const [element] = await db.select().from(scriptElements).where(ofProject).orderBy(asc(scriptElements.id));
  const elementId = element?.id ?? 0;
  const [character] = await db
    .update(characters)
    .set({ description: foreignText })
    .where(eq(characters.projectId, projectId))
    .returning();
  const engine = { service: 'openai', model: 'gpt-6.1-terra', destination: 'models.example.com' };
  const change = { projectId, elementId, action: 'create', userId, newContent: foreignText } as const;
  const disclosure = { projectId, userId, ...engine, task: 'chat', text: foreignText };
  const remark = { projectId, userId, content: foreignText };
  const talk = { projectId, userId, title: foreignText };
  const share = { projectId, sharedWithEmail: `guest${Math.random()}@example.com` };
  return {
    projectId,
    elementId,
    sceneId: element?.sceneId ?? 0,
    characterId: character?.id ?? 0,
    sequenceId: await idOf(
      db
        .insert(sequences)
        .values({ ...place, name: foreignText })
        .returning(),
    ),
    beatId: await foreignBeat(db, projectId),
    outlineId: await idOf(
      db
        .insert(outlines)
        .values({ ...place, title: foreignText })
        .returning(),
    ),
    commentId: await idOf(db.insert(comments).values(remark).returning()),
    conversationId: await idOf(db.insert(conversations).values(talk).returning()),
    historyId: await idOf(db.insert(scriptHistory).values(change).returning()),
    moveId: await idOf(db.insert(scriptMoves).values({ projectId, elementId, historyId: 0 }).returning()),
    disclosureId: await idOf(db.insert(aiDisclosures).values(disclosure).returning()),
    accessId: await idOf(db.insert(projectShares).values(share).returning()),
    copyId: (await anIssue(db, { projectId })).copyId,
  };
}

async function foreignBeat(db: Db, projectId: number): Promise<number> {
  const place = { projectId, orderIndex: 0 };
  const [act] = await db
    .insert(acts)
    .values({ ...place, number: 1, title: foreignText })
    .returning();
  const beat = { ...place, actId: act?.id ?? 0, title: foreignText };
  const [stored] = await db.insert(storyBeats).values(beat).returning();
  return stored?.id ?? 0;
}

export interface ForeignReference {
  /** As mounted. The call is made in a project of the caller. */
  call: string;
  /** The field that refers to a row of the other project. */
  field: string;
  /**
   * The answer to a caller with the required role: an error, or a success that finds and changes no
   * foreign row.
   */
  status: 200 | 204 | 400 | 404;
  /**
   * `characterId` belongs to the project of the call. It is not the character that the path may
   * refer to.
   */
  send: (foreign: ForeignRows, own: { characterId: number }) => Pick<InjectOptions, 'payload' | 'query'>;
}

const heading = { elementType: 'scene_heading', content: 'INT. BRIDGE' };
const scene = { sceneNumber: 1, actNumber: 1, heading: 'INT. BRIDGE' };
const suggestion = {
  ...{ id: 'one', type: 'insert_after', description: 'Weather', confidence: 0.8, reasoning: '' },
  ...{ originalContent: '', suggestedContent: 'Rain.', elementType: 'action', characterName: null },
};
const selected = (id: number) => ({ id, elementType: 'action', content: 'Rain.' });

/**
 * Every call with a field, in addition to its path, that refers to a row by id. That row could be
 * one of another project.
 */
export const foreignReferences: readonly ForeignReference[] = [
  ...asQuery('GET /api/projects/:id/script-elements', 404, 'sceneId', 'characterId'),
  ...asQuery('GET /api/projects/:id/script-history/paginated', 200, 'elementId'),
  ...asQuery('GET /api/projects/:id/script-at', 200, 'historyId'),
  {
    ...{ call: 'GET /api/projects/:id/script-at', field: 'moveId', status: 200 },
    send: ({ moveId }) => ({ query: { historyId: '0', moveId: String(moveId) } }),
  },
  ...asBody('POST /api/projects/:id/script-elements', 400, 'afterId', ({ elementId }) => ({
    ...{ ...heading, afterId: elementId },
  })),
  ...asBody('POST /api/projects/:id/script-elements', 400, 'sceneId', ({ sceneId }) => ({
    ...{ elementType: 'action', content: 'Rain.', sceneId },
  })),
  ...asBody('PUT /api/projects/:id/script-place', 400, 'elementId', ({ elementId }) => ({
    ...{ elementId, offset: 0 },
  })),
  ...asEdit(400, 'edits.afterId', ({ elementId }) => ({
    ...{ type: 'insert', afterId: elementId, elements: [heading] },
  })),
  ...asEdit(404, 'edits.id', ({ elementId }) => ({
    ...{ type: 'update', id: elementId, fields: { content: 'Mine.' } },
  })),
  ...asEdit(404, 'edits.id', ({ elementId }) => ({ type: 'delete', id: elementId })),
  ...asEdit(404, 'edits.ids', ({ elementId }) => ({ type: 'move', ids: [elementId], afterId: null })),
  ...asBody('POST /api/projects/:id/plan/restore', 404, 'rowId', ({ beatId }) => ({
    kind: 'beat',
    rowId: beatId,
  })),
  ...asBody('POST /api/projects/:id/scenes', 400, 'sequenceId', ({ sequenceId }) => ({
    ...scene,
    sequenceId,
  })),
  ...asBody('PATCH /api/scenes/:id', 400, 'sequenceId', ({ sequenceId }) => ({ sequenceId })),
  ...asBody('POST /api/projects/:id/scenes', 400, 'beatId', ({ beatId }) => ({ ...scene, beatId })),
  ...asBody('PATCH /api/scenes/:id', 400, 'beatId', ({ beatId }) => ({ beatId })),
  ...asBody('PATCH /api/projects/:id/scenes', 404, 'scenes.id', ({ sceneId }) => ({
    scenes: [{ id: sceneId, actNumber: 2 }],
  })),
  ...asBody('PATCH /api/projects/:id/scenes', 400, 'scenes.sequenceId', ({ sceneId, sequenceId }) => ({
    scenes: [{ id: sceneId, sequenceId }],
  })),
  ...asBody('PATCH /api/projects/:id/scenes', 400, 'scenes.beatId', ({ sceneId, beatId }) => ({
    scenes: [{ id: sceneId, beatId }],
  })),
  ...asBody('POST /api/projects/:id/plan', 404, 'scenes.id', ({ sceneId }) => ({
    ...{ structure: 'three-acts', pages: 110, scenes: [{ id: sceneId, page: 1 }] },
  })),
  ...asBody('POST /api/projects/:id/story-beats/from-scenes', 404, 'scenes.id', ({ sceneId }) => ({
    scenes: [{ id: sceneId }],
  })),
  ...asBody('POST /api/projects/:id/story-beats/delete', 204, 'beatIds', ({ beatId }) => ({
    beatIds: [beatId],
  })),
  ...asBody('PATCH /api/projects/:id/outlines/reorder', 400, 'outlineIds', ({ outlineId }) => ({
    outlineIds: [outlineId],
  })),
  ...asBody('POST /api/projects/:id/sequences', 400, 'projectId', ({ projectId }) => ({
    ...{ name: 'Boarding', projectId },
  })),
  ...asBody('POST /api/projects/:id/story-beats', 404, 'sequenceId', ({ sequenceId }) => ({
    ...{ title: 'She boards', actNumber: 1, sequenceId },
  })),
  ...asBody('PATCH /api/story-beats/:id', 404, 'sequenceId', ({ sequenceId }) => ({ sequenceId })),
  ...asBody('POST /api/projects/:id/characters', 400, 'projectId', ({ projectId }) => ({
    ...{ name: 'THE CAPTAIN', projectId },
  })),
  ...asBody('PATCH /api/characters/:id', 400, 'projectId', ({ projectId }) => ({
    ...{ name: 'THE CAPTAIN', projectId },
  })),
  ...asBody('PATCH /api/characters/:id', 400, 'mentions.elementId', ({ elementId }) => ({
    ...{ name: 'THE CAPTAIN', renameInScript: true, mentions: [{ elementId, start: 0, end: 6 }] },
  })),
  ...asBody('POST /api/characters/:id/merge', 404, 'intoId', ({ characterId }) => ({ intoId: characterId })),
  ...asBody(
    'POST /api/characters/:id/merge',
    400,
    'mentions.elementId',
    ({ elementId }, { characterId }) => ({
      ...{ intoId: characterId, mentions: [{ elementId, start: 0, end: 6 }] },
    }),
  ),
  ...asBody('POST /api/projects/:id/comments', 400, 'scriptElementId', ({ elementId }) => ({
    ...{ content: 'Wetter.', scriptElementId: elementId },
  })),
  ...asBody('POST /api/projects/:id/comments', 400, 'parentCommentId', ({ commentId }) => ({
    ...{ content: 'Wetter.', parentCommentId: commentId },
  })),
  {
    ...{ call: 'GET /api/projects/:id/comments', field: 'before', status: 200 },
    send: ({ commentId }) => ({ query: { before: String(commentId) } }),
  },
  {
    ...{ call: 'GET /api/projects/:id/ai-disclosures', field: 'before', status: 200 },
    send: ({ disclosureId }) => ({ query: { before: String(disclosureId) } }),
  },
  {
    ...{ call: 'GET /api/issues/:id/print', field: 'copyId', status: 404 },
    send: ({ copyId }) => ({ query: { copyId: String(copyId) } }),
  },
  ...asBody('POST /api/projects/:id/script-versions', 400, 'historyId', ({ historyId }) => ({
    ...{ name: 'Theirs', historyId },
  })),
  ...asBody('POST /api/projects/:id/ai-context', 404, 'selectedElement.id', ({ elementId }) => ({
    selectedElement: selected(elementId),
  })),
  ...asBody('POST /api/projects/:id/ai-chat', 404, 'selectedElement.id', ({ elementId }) => ({
    ...{ message: 'Why?', selectedElement: selected(elementId) },
  })),
  ...asBody('POST /api/projects/:id/ai-chat', 404, 'conversationId', ({ conversationId }) => ({
    ...{ message: 'Why?', conversationId },
  })),
  ...asBody('POST /api/projects/:id/generate-improvements', 404, 'selectedElement.id', ({ elementId }) => ({
    selectedElement: selected(elementId),
  })),
  ...asBody('POST /api/projects/:id/apply-improvement', 404, 'elementId', ({ elementId }) => ({
    ...{ ...suggestion, elementId },
  })),
  // Nothing is read from these ids; the others in the project get them with the draft.
  ...asLiveDraft('messages.elementId', ({ elementId }) => ({ elementId, afterId: null })),
  ...asLiveDraft('messages.afterId', ({ elementId }) => ({ elementId: null, afterId: elementId })),
  ...asBody('POST /api/projects/:id/transfer', 404, 'accessId', ({ accessId }) => ({ accessId })),
];

function asBody(
  call: string,
  status: ForeignReference['status'],
  field: string,
  body: (...rows: Parameters<ForeignReference['send']>) => object,
): ForeignReference[] {
  return [{ call, status, field, send: (...rows) => ({ payload: body(...rows) }) }];
}

function asEdit(
  status: 400 | 404,
  field: string,
  edit: (foreign: ForeignRows) => object,
): ForeignReference[] {
  return asBody('POST /api/projects/:id/script-changes', status, field, (foreign) => ({
    edits: [edit(foreign)],
  }));
}

function asLiveDraft(field: string, place: (foreign: ForeignRows) => object): ForeignReference[] {
  const draft = { type: 'draft', elementType: 'action', text: 'Rain.', caret: 5 };
  return asBody('POST /api/projects/:id/live/messages', 204, field, (foreign) => ({
    ...{ window: 'one', messages: [{ ...draft, ...place(foreign) }] },
  }));
}

function asQuery(
  call: string,
  status: ForeignReference['status'],
  ...fields: (keyof ForeignRows)[]
): ForeignReference[] {
  return fields.map((field) => ({
    ...{ call, status, field },
    send: (foreign) => ({ query: { [field]: String(foreign[field]) } }),
  }));
}

interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string }[];
        requestBody?: { content: Record<string, { schema: object }> };
      }
    >
  >;
}

/**
 * Return every field of a body or query that may refer to a row, judged by its name in the server's
 * API description.
 */
export function rowReferenceFields(document: Described): { call: string; field: string }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const call = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      const inQuery = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
      const schema = requestBody?.content['application/json']?.schema ?? {};
      const fields = [...inQuery.filter((name) => isRowReference(name)), ...new Set(fieldsIn(schema, ''))];
      return fields.map((field) => ({ call, field }));
    }),
  );
}

function isRowReference(name: string): boolean {
  return /^ids?$|Ids?$|^before$/.test(name);
}

function fieldsIn(schema: object, place: string): string[] {
  const { properties = {}, ...rest } = schema as { properties?: Record<string, object> };
  const own = Object.entries(properties).flatMap(([name, inner]) => [
    ...(isRowReference(name) ? [`${place}${name}`] : []),
    ...fieldsIn(inner, `${place}${name}.`),
  ]);
  const parts = Object.values(rest).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const inner = parts.filter((part): part is object => typeof part === 'object' && part !== null);
  return [...own, ...inner.flatMap((part) => fieldsIn(part, place))];
}
