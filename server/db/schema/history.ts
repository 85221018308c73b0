import { sql } from 'drizzle-orm';
import { index, integer, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import { elementTypes, type TitlePage } from '#screenplay/element.ts';
import { createdAt, id, moment, oneOf } from './columns.ts';
import { users } from './people.ts';
import { projects } from './projects.ts';
import type { scenes, scriptElements } from './script.ts';

export const historyActions = ['create', 'update', 'delete'] as const;
export const historyAuthors = ['user', 'ai'] as const;

/** Rows that a change removed. */
export interface RemovedRowsColumn {
  element?: typeof scriptElements.$inferSelect;
  /** The scene that was removed with its heading. */
  scene?: typeof scenes.$inferSelect;
  /** Comments on the element. */
  commentIds?: number[];
  /** Tension points on the element, and on the scene that ended. */
  tensionPointIds?: number[];
  sceneTensionPointIds?: number[];
}

/**
 * One row per change of an element's text or type, in the transaction of that change (decision
 * OQ-74).
 */
export const scriptHistory = snakeCase.table(
  'script_history',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** No foreign key, because history outlives the element. */
    elementId: integer().notNull(),
    action: text({ enum: historyActions }).notNull(),
    changedBy: text({ enum: historyAuthors }).notNull().default('user'),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    timestamp: moment().notNull().defaultNow(),
    /**
     * script_elements.version after the change. previousContent of version n + 1 is the text of
     * version n.
     */
    version: integer().notNull().default(1),
    previousContent: text(),
    newContent: text(),
    previousElementType: text({ enum: elementTypes }),
    newElementType: text({ enum: elementTypes }),
    previousCharacterName: text(),
    newCharacterName: text(),
    previousParenthetical: text(),
    newParenthetical: text(),
    changeReason: text(),
    /** The preceding element at a creation or deletion. Null: there was none. */
    afterElementId: integer(),
    /**
     * Data that a restore needs in addition to the text: after a deletion, and after an update that
     * ended a heading.
     */
    kept: jsonb().$type<RemovedRowsColumn>(),
    /**
     * Stay in which the text was typed (decision OQ-120). Entries of a stay are shown as one, and
     * merged into one after a day.
     */
    stayId: text(),
  },
  (t) => [
    oneOf('script_history_action_check', t.action, historyActions),
    oneOf('script_history_changed_by_check', t.changedBy, historyAuthors),
    oneOf('script_history_previous_type_check', t.previousElementType, elementTypes),
    oneOf('script_history_new_type_check', t.newElementType, elementTypes),
    index('script_history_project_id_idx').on(t.projectId, t.timestamp, t.id),
    // For the newest entry of a project, the entries since a moment, and the search in batches.
    index('script_history_entry_idx').on(t.projectId, t.id),
    index('script_history_element_idx').on(t.projectId, t.elementId, t.version),
    index('script_history_stay_idx').on(t.projectId, t.stayId, t.id).where(sql`${t.stayId} is not null`),
  ],
);

/**
 * One row per moved element. The history does not show moves (decision OQ-74), but reconstructing
 * an earlier script needs them (docs/decisions/0008).
 */
export const scriptMoves = snakeCase.table(
  'script_moves',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    elementId: integer().notNull(),
    /** The preceding element before the move. Null: there was none. */
    afterElementId: integer(),
    /** Newest script_history.id of the project at the time of the move. 0: there was none. */
    historyId: integer().notNull(),
    timestamp: moment().notNull().defaultNow(),
  },
  (t) => [index('script_moves_project_id_idx').on(t.projectId, t.id)],
);

/** Named moment of the script. Nothing is copied: the script is reconstructed from the history. */
export const scriptVersions = snakeCase.table(
  'script_versions',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /**
     * Newest script_history.id and script_moves.id of the project at that moment. 0: there was
     * none.
     */
    historyId: integer().notNull(),
    moveId: integer().notNull(),
    /** Title page when the version was named. Null: an earlier moment was named. */
    titlePage: jsonb().$type<TitlePage>(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [index('script_versions_project_id_idx').on(t.projectId, t.historyId)],
);
