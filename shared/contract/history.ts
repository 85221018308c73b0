import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, date, digits, RowParams, rowId, storableText } from './fields.ts';

const elementType = z.enum(elementTypes);

/**
 * A change of one element (decision OQ-74). Previous values are null for a creation, new ones for a
 * deletion.
 */
export const HistoryEntry = z.object({
  id: z.number(),
  projectId: z.number(),
  /** The element may be gone. */
  elementId: z.number(),
  action: z.enum(['create', 'update', 'delete']),
  changedBy: z.enum(['user', 'ai']),
  userId: z.string().nullable(),
  /** Null when the person is gone. */
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
  /** Such as "Import", "Undo" or "Restore". */
  changeReason: z.string().nullable(),
  /**
   * For an entry that represents all elements of an import or a copied project: their number.
   * Otherwise null. With `search` or `elementId` each of them is an entry.
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
     * Searched in texts, character names and the reason, case-insensitively; % and _ are literal.
     */
    search: storableText(200).optional(),
    action: z.enum(historyActionFilters).default('all'),
    changedBy: z.enum(historyAuthorFilters).default('everyone'),
    elementId: rowId.optional(),
  }),
  reply: z.object({
    history: z.array(HistoryEntry),
    hasMore: z.boolean(),
    /** Total of the filtered entries. */
    totalCount: z.number(),
  }),
});

/** An id of history, or 0 for the time before the first. */
const momentId = digits(0);

const RecordedText = z.object({
  elementType,
  content: z.string(),
  characterName: z.string().nullable(),
  parenthetical: z.string().nullable(),
});

/** An element as it was (screenplay/past.ts). */
export const PastElementSchema = RecordedText.extend({
  id: z.number(),
  dual: z.enum(['left', 'right']).nullable(),
  /** For a deleted element only: its last text; null if it can only be written again. */
  gone: RecordedText.nullable().optional(),
});
export type PastElementSchema = z.input<typeof PastElementSchema>;

/**
 * A moment is the end of a change: `historyId` names any entry of that change (0: before the
 * first), and the moves up to the next change belong to it unless `moveId` names its last move.
 */
export const getScriptAt = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-at',
  summary: 'The script as it was right after a change',
  params: ProjectParams,
  query: z.object({ historyId: momentId, moveId: momentId.optional() }),
  reply: z.object({
    elements: z.array(PastElementSchema),
    at: z.object({ historyId: z.number(), moveId: z.number() }),
  }),
});

/** A moment of the script with a name. */
export const ScriptVersion = z.object({
  id: z.number(),
  name: z.string(),
  historyId: z.number(),
  moveId: z.number(),
  /** The user who named it; null after the account's deletion. */
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
  summary: 'Give the script as it is, or as it was, a name',
  readsScript: true,
  params: ProjectParams,
  body: z.object({
    name: versionName,
    /** An entry of the change whose end is named; without it the script as it is now. */
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
  summary: 'Forget the name of a version; the script and its history stay',
  params: RowParams,
  status: 204,
});
