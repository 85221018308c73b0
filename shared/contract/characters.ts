import { z } from 'zod';
import { speakerKey } from '#screenplay/cue.ts';
import { maxNameLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams, projectIdCode } from '../projectId.ts';
import { changeScript, maxEdits, UpdateEditSchema } from './edits.ts';
import { date, nameText, RowParams, rowId, storableText, storedShape } from './fields.ts';

export const VoiceSettingsSchema = z.object({
  stability: z.number().min(0).max(1),
  similarity_boost: z.number().min(0).max(1),
  style: z.number().min(0).max(1),
  use_speaker_boost: z.boolean(),
});

/** How a voice speaks that nobody has set. */
export const defaultVoiceSettings: z.input<typeof VoiceSettingsSchema> = {
  stability: 0.5,
  similarity_boost: 0.5,
  style: 0,
  use_speaker_boost: true,
};

export const characterTypes = ['protagonist', 'antagonist', 'supporting'] as const;

export const Character = z.object({
  id: z.number(),
  projectId: z.number(),
  name: z.string(),
  role: z.string().nullable(),
  age: z.number().nullable(),
  description: z.string().nullable(),
  arc: z.string().nullable(),
  /** Style control for the avatar. */
  visualAesthetic: z.string().nullable(),
  characterType: z.enum(characterTypes),
  voiceId: z.string().nullable(),
  voiceSettings: storedShape(VoiceSettingsSchema),
  avatarUrl: z.string().nullable(),
  avatarPrompt: z.string().nullable(),
  displayOrder: z.number(),
  createdAt: date,
});
export type Character = z.input<typeof Character>;

export const listCharacters = endpoint({
  method: 'GET',
  path: '/api/projects/:id/characters',
  summary: 'The characters in their display order',
  params: ProjectParams,
  reply: z.array(Character),
});

/** A name of which something is seen. */
const characterName = (missing: string) =>
  nameText(maxNameLength, missing).refine((name) => name === '' || speakerKey(name) !== '', missing);

const fields = {
  name: characterName('Character name is required'),
  /** Must be the project of the character. */
  projectId: projectIdCode.optional(),
  role: storableText(200).nullish(),
  age: z.number().int().min(0).max(999).nullish(),
  description: storableText(10_000).nullish(),
  arc: storableText(10_000).nullish(),
  visualAesthetic: storableText(10_000).nullish(),
  characterType: z.enum(characterTypes),
  voiceId: storableText(200).nullish(),
  voiceSettings: VoiceSettingsSchema.optional(),
};

export const CharacterCreate = z.object({
  ...fields,
  characterType: fields.characterType.default('supporting'),
});

export const createCharacter = endpoint({
  method: 'POST',
  path: '/api/projects/:id/characters',
  summary: 'A new character, last in the display order',
  params: ProjectParams,
  body: CharacterCreate,
  reply: Character,
  status: 201,
});

/** Places in action and dialogue that name somebody. Offsets count in the plain text of the element. */
const Mentions = z
  .array(z.object({ elementId: rowId, start: z.number().int().min(0), end: z.number().int().min(1) }))
  .max(maxEdits);

export const CharacterPatch = z
  .object({
    ...fields,
    /** Cues and dialogue take the new name, too, in the same step. */
    renameInScript: z.boolean(),
    /**
     * With renameInScript: places in action and dialogue that take the new name, too (`mentionsOf` in
     * screenplay/mentions.ts). Offsets count in the plain text of the element; a place at which the old name does not
     * stand any more refuses the whole step.
     */
    mentions: Mentions,
    /** With the old name takes such a step back: the `undo` of its answer. */
    undo: z.array(UpdateEditSchema).max(maxEdits),
  })
  .partial()
  .refine(
    ({ projectId: _, renameInScript: __, undo: ___, mentions: ____, ...patch }) =>
      Object.keys(patch).length > 0,
    'Nothing to change',
  )
  .refine(({ renameInScript, undo }) => !(renameInScript && undo), 'Either renameInScript or undo')
  .refine(({ renameInScript, mentions }) => !mentions || renameInScript, 'Mentions need renameInScript');

/** Without a wish for the script it keeps the name it has. A conflict in it answers 409 as changeScript does. */
export const updateCharacter = endpoint({
  method: 'PATCH',
  path: '/api/characters/:id',
  summary: 'Change fields of a character; the script takes the new name with renameInScript only',
  readsScript: true,
  params: RowParams,
  body: CharacterPatch,
  reply: Character.extend({
    /** What became of the script, where it was to follow. */
    script: changeScript.reply.optional(),
    /** After renameInScript: the edits that take it back. */
    undo: z.array(storedShape(UpdateEditSchema)).optional(),
  }),
});

/** As one step: all or nothing. */
export const mergeCharacter = endpoint({
  method: 'POST',
  path: '/api/characters/:id/merge',
  summary: 'Give all lines of a character to another one of the project, and delete it and its picture',
  readsScript: true,
  params: RowParams,
  body: z.object({
    /** Who speaks the lines from now on. */
    intoId: rowId,
    /** What stands behind the name in those cues from now on, as "(O.S.)": it was part of the name before. */
    extension: storableText(20)
      .regex(/^\([^()]+\)$/, 'Must stand in brackets')
      .optional(),
    /** Places that take the other name, too, as those of updateCharacter. */
    mentions: Mentions.optional(),
  }),
  reply: z.object({
    /** The one that stays. */
    character: Character,
    /** What became of the script. */
    script: changeScript.reply,
    /** The edits that take the script back, for updateCharacter of a character that has the old name. */
    undo: z.array(storedShape(UpdateEditSchema)),
  }),
});

export const deleteCharacter = endpoint({
  method: 'DELETE',
  path: '/api/characters/:id',
  summary: 'Delete a character and its picture; the script is not touched',
  params: RowParams,
  status: 204,
});

export const reorderCharacters = endpoint({
  method: 'POST',
  path: '/api/characters/reorder',
  summary: 'Put the characters of a project into another display order',
  body: z.object({
    /** Every character of one project exactly once. */
    characterIds: z.array(rowId).min(1, 'The list must contain every character exactly once.'),
  }),
  reply: z.object({ success: z.literal(true) }),
});

/** With an Idempotency-Key header as chat. */
export const generateAvatar = endpoint({
  method: 'POST',
  path: '/api/characters/:id/generate-avatar',
  summary: "Draw the portrait of a character by the project's template, and keep it",
  readsScript: true,
  params: RowParams,
  reply: z.object({ character: Character, creditBalance: z.number() }),
});

export const descriptionTexts = {
  voiceNeedsName: 'Character name and project are required for generation.',
  styleNeedsName: 'Please enter a character name first.',
} as const;

/** What is known of a character that may not be saved yet. */
const described = (missing: string) =>
  z.object({
    characterName: characterName(missing),
    projectId: z.custom<unknown>((given) => given != null, missing).pipe(projectIdCode),
    description: storableText(10_000).nullish(),
    role: storableText(200).nullish(),
    age: z.number().int().min(0).max(999).nullish(),
    characterType: z.enum(characterTypes).nullish(),
  });

/** With an Idempotency-Key header as chat. Nothing is stored on the character. */
export const generateVoiceDescription = endpoint({
  method: 'POST',
  path: '/api/characters/generate-voice-description',
  summary: 'Describe the voice of a character in 20 to 1,000 characters',
  body: described(descriptionTexts.voiceNeedsName),
  reply: z.object({ voiceDescription: z.string(), creditBalance: z.number() }),
  readsScript: true,
});

/** With an Idempotency-Key header as chat. Nothing is stored on the character. */
export const generateStyleDescription = endpoint({
  method: 'POST',
  path: '/api/characters/generate-style-description',
  summary: 'Describe how a character looks, for its portrait',
  body: described(descriptionTexts.styleNeedsName),
  reply: z.object({ styleDescription: z.string(), creditBalance: z.number() }),
  readsScript: true,
});
