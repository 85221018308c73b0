import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { aiDisclosures, conversationMessages, conversations, sceneSummaries } from '#server/db/schema/ai.ts';
import { scriptHistory, scriptMoves, scriptVersions } from '#server/db/schema/history.ts';
import { issuedCopies, issuedElements, scriptIssues } from '#server/db/schema/issues.ts';
import { acts, outlines, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { characters, comments, dictionaryWords, scenes, scriptElements } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import { may, type Role } from '#shared/roles.ts';
import type { ArchivedTable } from './rows.ts';

/** Reader of the archive. Its content depends on what this user may see. */
export interface ArchiveViewer {
  userId: string;
  projectId: number;
  role: Role;
}

/**
 * One table of an archive, stored in {name}.jsonl with one row per line in the order of its key.
 */
export interface ArchivePart {
  name: ArchivedTable;
  table: PgTable;
  /** Key column of the rows. */
  key: AnyPgColumn;
  /** Condition for rows of the project that the reader may see. */
  of: (viewer: ArchiveViewer) => SQL | undefined;
  /** Columns that refer to other archived tables. Those tables must come first. */
  refers: Record<string, ArchivedTable>;
  /** True: append-only, so it need not be read within the snapshot. */
  isLog: boolean;
  /** Rows per statement, if the rows are long. */
  batchSize?: number;
}

type ProjectTable = PgTable & { id: AnyPgColumn; projectId: AnyPgColumn };

function part(
  name: ArchivedTable,
  table: ProjectTable,
  refers: ArchivePart['refers'] = {},
  others: Partial<ArchivePart> = {},
): ArchivePart {
  const of = ({ projectId }: ArchiveViewer) => eq(table.projectId, projectId);
  return { name, table, key: table.id, of, refers, isLog: false, ...others };
}

/** The reader's own conversations. They are private (decision OQ-68). */
const isOwnConversation = ({ userId, projectId }: ArchiveViewer) =>
  and(eq(conversations.projectId, projectId), eq(conversations.userId, userId));

/** Tables in the order of restoring: referenced tables come first. */
export const archiveParts: readonly ArchivePart[] = [
  part('acts', acts),
  part('sequences', sequences),
  part('story_beats', storyBeats, { actId: 'acts', sequenceId: 'sequences' }),
  part('outlines', outlines),
  part('characters', characters),
  part('scenes', scenes, { sequenceId: 'sequences', beatId: 'story_beats' }),
  part('script_elements', scriptElements, { sceneId: 'scenes' }),
  part('tension_points', tensionPoints, {
    storyBeatId: 'story_beats',
    sceneId: 'scenes',
    scriptElementId: 'script_elements',
  }),
  part('comments', comments, { scriptElementId: 'script_elements', parentCommentId: 'comments' }),
  // References of history, moves and versions may point to deleted rows. restoredRow.ts handles
  // them.
  part('script_history', scriptHistory, {}, { isLog: true }),
  part('script_moves', scriptMoves, {}, { isLog: true }),
  part('script_versions', scriptVersions),
  part('script_issues', scriptIssues, { versionId: 'script_versions' }, { batchSize: 20 }),
  part('issued_elements', issuedElements, { issueId: 'script_issues' }, { batchSize: 1 }),
  // Readers do not see who else got a copy.
  part(
    'issued_copies',
    issuedCopies,
    { issueId: 'script_issues' },
    {
      of: ({ projectId, role }) =>
        and(eq(issuedCopies.projectId, projectId), may(role, 'write') ? undefined : sql`false`),
    },
  ),
  part(
    'dictionary_words',
    dictionaryWords,
    {},
    {
      of: ({ projectId, userId }) =>
        and(
          eq(dictionaryWords.projectId, projectId),
          or(isNull(dictionaryWords.userId), eq(dictionaryWords.userId, userId)),
        ),
    },
  ),
  {
    name: 'scene_summaries',
    table: sceneSummaries,
    key: sceneSummaries.sceneId,
    of: ({ projectId }) => eq(sceneSummaries.projectId, projectId),
    refers: { sceneId: 'scenes' },
    isLog: false,
  },
  part('conversations', conversations, {}, { of: isOwnConversation }),
  {
    name: 'conversation_messages',
    table: conversationMessages,
    key: conversationMessages.id,
    of: (viewer) =>
      inArray(
        conversationMessages.conversationId,
        sql`(select ${conversations.id} from ${conversations} where ${isOwnConversation(viewer)})`,
      ),
    refers: { conversationId: 'conversations' },
    isLog: false,
  },
  // Only the owner may see the disclosure log.
  part(
    'ai_disclosures',
    aiDisclosures,
    {},
    {
      of: ({ projectId, role }) =>
        and(eq(aiDisclosures.projectId, projectId), may(role, 'own') ? undefined : sql`false`),
      isLog: true,
    },
  ),
];

/**
 * Project tables that are not archived, with the reason. A test requires every table to be in one
 * of the lists.
 */
export const tablesNotArchived: Readonly<Record<string, string>> = {
  project_shares: 'the user who restores it is its only member',
  project_invitations: 'links are valid for one project only',
  copy_links: 'links are valid for one project only',
  reading_links: 'links are valid for one project only',
  plan_deletions: 'deleted parts of the plan, which can be restored in the original only',
  project_changes: 'log of changes for reconnecting browsers, stored for a day',
  script_requests: 'recorded replies to calls of the original',
  script_places: 'where its members left the original',
  ai_requests: 'AI calls of the original',
  film_jobs: 'video jobs of the original',
  ai_usage_logs: 'belongs to the account that paid',
  spending_limits: 'the user who restores it sets new ones',
  spending_months: 'payment data, no content',
  user_activity_logs: 'belongs to the account of the user',
  files: 'stored in the archive under files/',
};
