import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import { colorThemes } from '#screenplay/colorThemes.ts';
import type { RemovedPart } from '#screenplay/planRestoring.ts';
import { planKinds } from '#shared/contract/planDeletions.ts';
import { id, moment, oneOf } from './columns.ts';
import { users } from './people.ts';
import { projects } from './projects.ts';

/**
 * Numbers and positions are kept gapless by the services, under the project lock (decisions OQ-81
 * to OQ-85).
 */
export const acts = snakeCase.table(
  'acts',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    title: text().notNull(),
    subtitle: text(),
    startPage: integer().notNull().default(1),
    endPage: integer().notNull().default(30),
    colorTheme: text({ enum: colorThemes }).notNull().default('blue'),
    orderIndex: integer().notNull(),
  },
  (t) => [
    oneOf('acts_color_theme_check', t.colorTheme, colorThemes),
    check('acts_pages_check', sql`${t.startPage} >= 1 and ${t.endPage} >= 1`),
    index('acts_project_id_idx').on(t.projectId, t.orderIndex, t.id),
  ],
);

export const sequences = snakeCase.table(
  'sequences',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    actNumber: integer().notNull().default(1),
    name: text().notNull(),
    description: text(),
    colorTheme: text({ enum: colorThemes }).notNull().default('blue'),
    orderIndex: integer().notNull(),
  },
  (t) => [
    oneOf('sequences_color_theme_check', t.colorTheme, colorThemes),
    index('sequences_project_id_idx').on(t.projectId, t.actNumber, t.orderIndex, t.id),
  ],
);

export const storyBeats = snakeCase.table(
  'story_beats',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    actId: integer()
      .notNull()
      .references(() => acts.id, { onDelete: 'cascade' }),
    /** Null: the beat is loose in its act, also after its sequence was deleted (OQ-82). */
    sequenceId: integer().references(() => sequences.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text(),
    actNumber: integer().notNull().default(1),
    beatType: text(),
    pageNumber: integer(),
    /** 0 to n - 1 among the loose beats of its act, or in its sequence. */
    orderIndex: integer().notNull(),
  },
  (t) => [
    index('story_beats_project_id_idx').on(t.projectId, t.actNumber, t.orderIndex, t.id),
    index('story_beats_act_id_idx').on(t.actId),
    index('story_beats_sequence_id_idx').on(t.sequenceId),
  ],
);

export const outlines = snakeCase.table(
  'outlines',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    content: text(),
    orderIndex: integer().notNull(),
  },
  (t) => [index('outlines_project_id_idx').on(t.projectId, t.orderIndex, t.id)],
);

/** Content of a deletion in the plan: the stored rows, and the links that the deletion removed. */
export interface DeletedPlanContent {
  part: RemovedPart;
  acts: (typeof acts.$inferSelect)[];
  sequences: (typeof sequences.$inferSelect)[];
  beats: (typeof storyBeats.$inferSelect)[];
  /** Scenes that were linked to a deleted beat. */
  toldBeats: { sceneId: number; beatId: number }[];
  /** Tension points of deleted beats. */
  tensionBeats: { pointId: number; beatId: number }[];
}

/**
 * Deletions in the plan that can be undone for 30 days (docs/decisions/0066). The row is removed
 * when the deletion is undone.
 */
export const planDeletions = snakeCase.table(
  'plan_deletions',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    kind: text({ enum: planKinds }).notNull(),
    /** Id of the deleted act, sequence or beat. */
    rowId: integer().notNull(),
    /** Title or name of that row. */
    title: text().notNull(),
    content: jsonb().$type<DeletedPlanContent>().notNull(),
    deletedBy: text().references(() => users.id, { onDelete: 'set null' }),
    deletedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    oneOf('plan_deletions_kind_check', t.kind, planKinds),
    index('plan_deletions_project_id_idx').on(t.projectId, t.kind, t.rowId),
    index('plan_deletions_deleted_at_idx').on(t.deletedAt),
    index('plan_deletions_deleted_by_idx').on(t.deletedBy),
  ],
);
