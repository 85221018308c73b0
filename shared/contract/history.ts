import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { ElementExtrasSchema } from './elements.ts';
import { bodyId, date, digits, RowParams, rowId, storableDate, storableText, storedShape } from './fields.ts';
import { TitlePageSchema } from './scriptFormat.ts';

const elementType = z.enum(elementTypes);

/**
 * Change of one element (decision OQ-74). Previous values are null for a creation, new ones for a
 * deletion.
 */
export const HistoryEntry = z.object({
  id: z.number(),
  projectId: z.number(),
  /** The element may be deleted. */
  elementId: z.number(),
  action: z.enum(['create', 'update', 'delete']),
  changedBy: z.enum(['user', 'ai']),
  userId: z.string().nullable(),
  /** Null: the account was deleted. */
  userEmail: z.string().nullable(),
  timestamp: date,
  previousContent: z.string().nullable(),
  newContent: z.string().nullable(),
  previousElementType: elementType.nullable(),
  newElementType: elementType.nullable(),
  previousCharacterName: z.string().nullable(),
  newCharacterName: z.string().nullable(),
  previousParenthetical: z.string().nullable(),
  newParenthetical: z.string().nullable(),
  /** Reason such as "Import", "Undo" or "Restore". */
  changeReason: z.string().nullable(),
  /**
   * Number of elements, for an entry that represents an import or a copied project. Otherwise null.
   * With `search` or `elementId` each element has its own entry.
   */
  elementCount: z.number().nullable(),
});
export type HistoryEntry = z.input<typeof HistoryEntry>;

export const historyActionFilters = ['all', 'create', 'update', 'delete'] as const;
export const historyAuthorFilters = ['everyone', 'you', 'ai'] as const;

/** Entries of a page (docs/spec/history.md). */
export const historyPageSize = 20;

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-history/paginated',
  summary: 'Changes of the script, newest first',
  params: ProjectParams,
  query: z.object({
    /** From 1. */
    page: rowId.default(1),
    pageSize: rowId.refine((size) => size <= 100, 'Must be at most 100').default(historyPageSize),
    /**
     * Text to find in contents, character names and reasons, case-insensitively. % and _ are
     * literal.
     */
    search: storableText(200).optional(),
    action: z.enum(historyActionFilters).default('all'),
    changedBy: z.enum(historyAuthorFilters).default('everyone'),
    elementId: rowId.optional(),
  }),
  reply: z.object({
    history: z.array(HistoryEntry),
    hasMore: z.boolean(),
    /** Number of entries that match the filters. */
    totalCount: z.number(),
  }),
});

/** Id of a history entry, or 0 for the time before the first. */
const momentId = digits(0);

const RecordedText = z.object({
  elementType,
  content: z.string(),
  characterName: z.string().nullable(),
  parenthetical: z.string().nullable(),
});

/** Element at an earlier moment (screenplay/past.ts). */
export const PastElementSchema = RecordedText.extend({
  id: z.number(),
  dual: z.enum(['left', 'right']).nullable(),
  /**
   * Set for a deleted element only: its last text. Null: it cannot be restored, only written again.
   */
  gone: RecordedText.nullable().optional(),
  originalType: z.string().nullish(),
  extras: ElementExtrasSchema.nullish(),
  /** Printed number of a heading, if numbers are fixed. */
  sceneNumber: z.string().nullish(),
});
export type PastElementSchema = z.input<typeof PastElementSchema>;

const MomentSchema = z.object({ historyId: z.number(), moveId: z.number() });

/**
 * A moment is the end of a change. `historyId` is any entry of that change; 0: before the first.
 * Moves before the next change belong to it, or those up to `moveId`.
 */
export const getScriptAt = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-at',
  summary: 'The script right after a change',
  params: ProjectParams,
  query: z.object({ historyId: momentId, moveId: momentId.optional() }),
  reply: z.object({
    elements: z.array(PastElementSchema),
    at: MomentSchema,
    /** Title page of a version at that moment. Null: it is not known. */
    titlePage: storedShape(TitlePageSchema).nullable(),
  }),
});

export const findMoment = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-moment',
  summary: 'The moment of the script at a time',
  params: ProjectParams,
  query: z.object({ time: storableDate }),
  /** Null: the script had no change until then. */
  reply: z.object({ moment: MomentSchema.extend({ changedAt: date }).nullable() }),
});

/** Named moment of the script. */
export const ScriptVersion = z.object({
  id: z.number(),
  name: z.string(),
  historyId: z.number(),
  moveId: z.number(),
  /** User who named it. Null: the account was deleted. */
  userEmail: z.string().nullable(),
  createdAt: date,
});
export type ScriptVersion = z.input<typeof ScriptVersion>;

export const versionNameLimit = 200;
const versionName = storableText(versionNameLimit).trim().min(1, 'A version needs a name');

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-versions',
  summary: 'The named versions of the script, newest moment first',
  params: ProjectParams,
  reply: z.array(ScriptVersion),
});

export const createVersion = endpoint({
  method: 'POST',
  path: '/api/projects/:id/script-versions',
  summary: 'Name the current script, or the script after an earlier change',
  readsScript: true,
  params: ProjectParams,
  body: z.object({
    name: versionName,
    /** Any entry of the change whose end is named. Missing: name the current script. */
    historyId: bodyId.optional(),
  }),
  reply: ScriptVersion,
  status: 201,
});

export const renameVersion = endpoint({
  method: 'PATCH',
  path: '/api/script-versions/:id',
  summary: 'Rename a version',
  params: RowParams,
  body: z.object({ name: versionName }),
  reply: ScriptVersion,
});

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/api/script-versions/:id',
  summary: 'Delete the name of a version; script and history are unchanged',
  params: RowParams,
  status: 204,
});
