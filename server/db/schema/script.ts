import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { type DualColumn, type ElementExtras, elementTypes } from '#screenplay/element.ts';
import { characterTypes, defaultVoiceSettings } from '#shared/contract/characters.ts';
import { createdAt, id, moment, oneOf } from './columns.ts';
import { users } from './people.ts';
import { sequences, storyBeats } from './planning.ts';
import { projects } from './projects.ts';

export const dualColumns = ['left', 'right'] as const satisfies readonly DualColumn[];
export const historyActions = ['create', 'update', 'delete'] as const;
export const historyAuthors = ['user', 'ai'] as const;

/** Field names are the voice vendor's, as the documents give them. */
export interface VoiceSettings {
  stability: number;
  similarity_boost: number;
  style: number;
  use_speaker_boost: boolean;
}

/** A scene is the stretch of script from its heading element to the next (decision OQ-51). */
export const scenes = snakeCase.table(
  'scenes',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    sequenceId: integer().references(() => sequences.id, { onDelete: 'set null' }),
    /** The beat of the plan that it tells. */
    beatId: integer().references(() => storyBeats.id, { onDelete: 'set null' }),
    /** How the writer marked it; all else that a list says of a scene follows from the script. */
    colorTheme: text({ enum: colorThemes }),
    /** Place in the script, 1..n, kept dense. */
    sceneNumber: integer().notNull(),
    /** Number printed beside the heading instead, such as "12A". */
    displayNumber: text(),
    heading: text().notNull(),
    location: text(),
    timeOfDay: text(),
    pageNumber: integer(),
    notes: text(),
    actNumber: integer().notNull().default(1),
    imageUrl: text(),
    imagePrompt: text(),
    videoUrl: text(),
    videoPrompt: text(),
    /** One of shared/contract/scenes.ts; null: there is no video, and none was asked for. */
    videoStatus: text(),
    /** Why the last one was not made. */
    videoProblem: text(),
  },
  (t) => [
    oneOf('scenes_color_theme_check', t.colorTheme, colorThemes),
    index('scenes_beat_id_idx').on(t.beatId),
    index('scenes_project_id_idx').on(t.projectId, t.sceneNumber, t.id),
    index('scenes_sequence_id_idx').on(t.sequenceId),
  ],
);

export type SceneRow = typeof scenes.$inferSelect;

export const scriptElements = snakeCase.table(
  'script_elements',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    sceneId: integer()
      .notNull()
      .references(() => scenes.id, { onDelete: 'cascade' }),
    elementType: text({ enum: elementTypes }).notNull(),
    content: text().notNull(),
    characterName: text(),
    parenthetical: text(),
    soundEffectUrl: text(),
    soundEffectText: text(),
    /**
     * Key of the text at the time the effect was made (engines/sound/spokenKey.ts); null for older
     * files.
     */
    soundEffectKey: text(),
    dialogueAudioUrl: text(),
    /** Key of text, voice and settings (engines/sound/spokenKey.ts); null for older files. */
    dialogueAudioKey: text(),
    /** 0 to 1. */
    audioVolume: doublePrecision().notNull().default(0.5),
    audioOverlapSeconds: doublePrecision().notNull().default(0),
    /** Reading order together with id (decision OQ-54). */
    orderIndex: integer().notNull(),
    sequenceNumber: integer().notNull().default(0),
    /** Counts the saves; a save names the one it was based on (decision OQ-27). */
    version: integer().notNull().default(1),
    /** The FDX type name of an element that came in as none of the six. */
    originalType: text(),
    dual: text({ enum: dualColumns }),
    extras: jsonb().$type<ElementExtras>(),
  },
  (t) => [
    oneOf('script_elements_type_check', t.elementType, elementTypes),
    oneOf('script_elements_dual_check', t.dual, dualColumns),
    index('script_elements_project_id_idx').on(t.projectId, t.orderIndex, t.id),
    index('script_elements_scene_id_idx').on(t.sceneId),
  ],
);

export const characters = snakeCase.table(
  'characters',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    role: text(),
    age: integer(),
    description: text(),
    arc: text(),
    visualAesthetic: text(),
    characterType: text({ enum: characterTypes }).notNull().default('supporting'),
    voiceId: text(),
    voiceSettings: jsonb().$type<VoiceSettings>().notNull().default(defaultVoiceSettings),
    avatarUrl: text(),
    avatarPrompt: text(),
    displayOrder: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('characters_type_check', t.characterType, characterTypes),
    check('characters_age_check', sql`${t.age} >= 0`),
    index('characters_project_id_idx').on(t.projectId, t.displayOrder, t.id),
    // decision OQ-93: one character per name, whatever the case
    uniqueIndex('characters_name_key').on(t.projectId, sql`lower(${t.name})`),
  ],
);

/** Stays when its element goes (decision OQ-67). */
export const comments = snakeCase.table(
  'comments',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    /** Author named by the imported archive, without an account (docs/decisions/0020). */
    importedAuthor: text(),
    scriptElementId: integer().references(() => scriptElements.id, { onDelete: 'set null' }),
    /**
     * Set once at creation: with scriptElementId null the element was deleted; false is a comment
     * on the whole script.
     */
    wasOnElement: boolean().notNull().default(false),
    selectedText: text(),
    content: text().notNull(),
    isResolved: boolean().notNull().default(false),
    /**
     * Position of the selected text in the element's current plain text; null for the whole
     * element, or deleted text.
     */
    selectionStart: integer(),
    selectionEnd: integer(),
    /** Replies are one level deep. */
    parentCommentId: integer().references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('comments_project_id_idx').on(t.projectId, t.createdAt, t.id),
    index('comments_script_element_id_idx').on(t.scriptElementId),
    index('comments_parent_comment_id_idx').on(t.parentCommentId),
  ],
);

/** Rows that a change removed. */
export interface RemovedRowsColumn {
  element?: typeof scriptElements.$inferSelect;
  /** The scene that ended with its heading. */
  scene?: typeof scenes.$inferSelect;
  /** Comments that stood on the element. */
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
    /** No foreign key: history outlives the element. */
    elementId: integer().notNull(),
    action: text({ enum: historyActions }).notNull(),
    changedBy: text({ enum: historyAuthors }).notNull().default('user'),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    timestamp: moment().notNull().defaultNow(),
    /**
     * script_elements.version after the change: previousContent of version n + 1 is the text of
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
    /** The preceding element at a creation or deletion; null: it was the first. */
    afterElementId: integer(),
    /**
     * Data beyond the text that a restore needs: of a deletion, and of an update that ended a
     * heading.
     */
    kept: jsonb().$type<RemovedRowsColumn>(),
    /**
     * Stay in which the text was typed (decision OQ-120). Its entries are read as one, and become
     * one after a day.
     */
    stayId: text(),
  },
  (t) => [
    oneOf('script_history_action_check', t.action, historyActions),
    oneOf('script_history_changed_by_check', t.changedBy, historyAuthors),
    oneOf('script_history_previous_type_check', t.previousElementType, elementTypes),
    oneOf('script_history_new_type_check', t.newElementType, elementTypes),
    index('script_history_project_id_idx').on(t.projectId, t.timestamp, t.id),
    // The newest entry of a project, the entries since a moment, and a search piece by piece.
    index('script_history_entry_idx').on(t.projectId, t.id),
    index('script_history_element_idx').on(t.projectId, t.elementId, t.version),
    index('script_history_stay_idx').on(t.projectId, t.stayId, t.id).where(sql`${t.stayId} is not null`),
  ],
);

/**
 * One row per moved element. The history does not show moves (decision OQ-74); they are needed to
 * reconstruct the script at any moment (docs/decisions/0008).
 */
export const scriptMoves = snakeCase.table(
  'script_moves',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    elementId: integer().notNull(),
    /** The element it stood after before; null: it was the first. */
    afterElementId: integer(),
    /** script_history.id of the newest entry of the project when it moved; 0 for none. */
    historyId: integer().notNull(),
    timestamp: moment().notNull().defaultNow(),
  },
  (t) => [index('script_moves_project_id_idx').on(t.projectId, t.id)],
);

/** A moment of the script with a name: nothing is copied, history leads back to it. */
export const scriptVersions = snakeCase.table(
  'script_versions',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Newest script_history.id and script_moves.id of the project at that moment; 0 for none. */
    historyId: integer().notNull(),
    moveId: integer().notNull(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [index('script_versions_project_id_idx').on(t.projectId, t.historyId)],
);

/** Answers already given, so that a change sent twice is made once. */
export const scriptRequests = snakeCase.table(
  'script_requests',
  {
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Hash of who called, which call it was, and its Idempotency-Key. */
    key: text().notNull(),
    reply: jsonb().notNull(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.key] }), index('script_requests_at_idx').on(t.at)],
);

/** Where a user left a script, one row per user and project (decision OQ-124). */
export const scriptPlaces = snakeCase.table(
  'script_places',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** No foreign key: the history of a deleted element leads to the one before it. */
    elementId: integer().notNull(),
    /** Offset in the plain text of the element. */
    offset: integer().notNull(),
    /** Newest script_history.id of the project when the user was last there; 0 for none. */
    seenHistoryId: integer().notNull(),
    /** Newest script_history.id of the project at the end of the visit before. */
    previousHistoryId: integer().notNull(),
    leftAt: moment().notNull().defaultNow(),
  },
  (t) => [
    check('script_places_offset_check', sql`${t.offset} >= 0`),
    unique('script_places_user_id_project_id_key').on(t.userId, t.projectId),
    index('script_places_project_id_idx').on(t.projectId),
  ],
);
