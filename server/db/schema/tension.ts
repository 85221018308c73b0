import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, snakeCase, text } from 'drizzle-orm/pg-core';
import { id } from './columns.ts';
import { storyBeats } from './planning.ts';
import { projects } from './projects.ts';
import { scenes, scriptElements } from './script.ts';

/** Tension points of the story, computed from the script. */
export const tensionPoints = snakeCase.table(
  'tension_points',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    storyBeatId: integer().references(() => storyBeats.id, { onDelete: 'set null' }),
    sceneId: integer().references(() => scenes.id, { onDelete: 'set null' }),
    scriptElementId: integer().references(() => scriptElements.id, { onDelete: 'set null' }),
    pageNumber: integer(),
    tensionLevel: doublePrecision().notNull(),
    /** Position in the story, 0 to 1. */
    position: doublePrecision().notNull(),
    /** Reason for the level, shown to the writer. */
    context: text(),
    analysisType: text().notNull().default('ai_generated'),
  },
  (t) => [
    check('tension_points_level_check', sql`${t.tensionLevel} between 0 and 1`),
    check('tension_points_position_check', sql`${t.position} between 0 and 1`),
    index('tension_points_project_id_idx').on(t.projectId, t.position, t.id),
    index('tension_points_story_beat_id_idx').on(t.storyBeatId),
    index('tension_points_scene_id_idx').on(t.sceneId),
    index('tension_points_script_element_id_idx').on(t.scriptElementId),
  ],
);
