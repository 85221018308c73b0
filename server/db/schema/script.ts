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

/** Settings with the field names of the voice provider. */
export interface VoiceSettings {
  stability: number;
  similarity_boost: number;
  style: number;
  use_speaker_boost: boolean;
}

/** A scene is the range of elements from its heading to the next heading (decision OQ-51). */
export const scenes = snakeCase.table(
  'scenes',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    sequenceId: integer().references(() => sequences.id, { onDelete: 'set null' }),
    /** The linked beat of the plan. */
    beatId: integer().references(() => storyBeats.id, { onDelete: 'set null' }),
    /**
     * Colour chosen by the writer. Everything else that scene lists show is derived from the
     * script.
     */
    colorTheme: text({ enum: colorThemes }),
    /** Position in the script, 1 to n without gaps. */
    sceneNumber: integer().notNull(),
    /** Printed number that replaces the position, such as "12A". */
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
    /** A value of shared/contract/scenes.ts. Null: there is no video, and none was ordered. */
    videoStatus: text(),
    /** Reason why the last video failed. */
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
    /** Letters as typed, where they differ from content in capitals (docs/decisions/0074). */
    typedContent: text(),
    characterName: text(),
    parenthetical: text(),
    soundEffectUrl: text(),
    soundEffectText: text(),
    /**
     * Key of the text from which the effect was made (engines/sound/spokenKey.ts). Null for older
     * files.
     */
    soundEffectKey: text(),
    dialogueAudioUrl: text(),
    /** Key of text, voice and settings (engines/sound/spokenKey.ts). Null for older files. */
    dialogueAudioKey: text(),
    /** 0 to 1. */
    audioVolume: doublePrecision().notNull().default(0.5),
    audioOverlapSeconds: doublePrecision().notNull().default(0),
    /** Position in the script; the id breaks ties (decision OQ-54). */
    orderIndex: integer().notNull(),
    sequenceNumber: integer().notNull().default(0),
    /** Number of saves. A save names the version that it is based on (decision OQ-27). */
    version: integer().notNull().default(1),
    /** FDX type name of an imported element that has none of the six types. */
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
    // Names are unique in a project, regardless of case (decision OQ-93).
    uniqueIndex('characters_name_key').on(t.projectId, sql`lower(${t.name})`),
  ],
);

/** Comments stay when their element is deleted (decision OQ-67). */
export const comments = snakeCase.table(
  'comments',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    /** Author named in an imported archive, who has no account here (docs/decisions/0020). */
    importedAuthor: text(),
    scriptElementId: integer().references(() => scriptElements.id, { onDelete: 'set null' }),
    /**
     * Set once, at creation. True with a null scriptElementId: the element was deleted. False: a
     * comment on the whole script.
     */
    wasOnElement: boolean().notNull().default(false),
    selectedText: text(),
    content: text().notNull(),
    isResolved: boolean().notNull().default(false),
    /**
     * Position of the selected text in the element's current plain text. Null: the comment is on
     * the whole element, or the text was deleted.
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

/** Recorded replies, so that a repeated change is made only once. */
export const scriptRequests = snakeCase.table(
  'script_requests',
  {
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Hash of the user, the endpoint and the Idempotency-Key. */
    key: text().notNull(),
    reply: jsonb().notNull(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.key] }), index('script_requests_at_idx').on(t.at)],
);

/**
 * Words that spelling accepts: of a user in all projects, of a project for all members, or of a
 * user in one project.
 */
export const dictionaryWords = snakeCase.table(
  'dictionary_words',
  {
    id: id(),
    /** Null: the word is in the dictionary of the project. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    /** Null: the word is in the dictionary of the user. */
    projectId: integer().references(() => projects.id, { onDelete: 'cascade' }),
    word: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('dictionary_words_owner_check', sql`${t.userId} is not null or ${t.projectId} is not null`),
    unique('dictionary_words_word_key').on(t.userId, t.projectId, t.word).nullsNotDistinct(),
    index('dictionary_words_project_id_idx').on(t.projectId),
  ],
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
