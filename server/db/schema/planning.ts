import { sql } from 'drizzle-orm';
import { check, index, integer, snakeCase, text } from 'drizzle-orm/pg-core';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { id, oneOf } from './columns.ts';
import { projects } from './projects.ts';

/** Numbers and places are kept dense by the services, under the project lock (decisions OQ-81 to OQ-85). */
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
    /** Null: a loose beat of its act, which is also what becomes of it when its sequence goes (OQ-82). */
    sequenceId: integer().references(() => sequences.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text(),
    actNumber: integer().notNull().default(1),
    beatType: text(),
    pageNumber: integer(),
    /** 0..n-1 within the act's loose beats or within the sequence. */
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
