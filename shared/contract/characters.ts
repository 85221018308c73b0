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

/** Default voice settings. */
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
  /** Style of the portrait. */
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

/** Build the schema of a name with at least one visible character. */
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
  summary: 'Create a character, at the end of the display order',
  params: ProjectParams,
  body: CharacterCreate,
  reply: Character,
  status: 201,
});

/** Mentions of a name in action and dialogue. Offsets refer to the plain text of the element. */
const Mentions = z
  .array(z.object({ elementId: rowId, start: z.number().int().min(0), end: z.number().int().min(1) }))
  .max(maxEdits);

export const CharacterPatch = z
  .object({
    ...fields,
    /** True: cues and dialogue get the new name in the same step. */
    renameInScript: z.boolean(),
    /**
     * With renameInScript: mentions to rename too (`mentionsOf` in screenplay/mentions.ts). Offsets
     * refer to the plain text of the element. If one of them no longer contains the old name, the
     * whole step is rejected.
     */
    mentions: Mentions,
    /**
     * The `undo` of the reply to an earlier rename, together with the old name: undoes that rename.
     */
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

/**
 * Without renameInScript or undo, the script keeps the old name. A conflict answers 409 as in
 * changeScript.
 */
export const updateCharacter = endpoint({
  method: 'PATCH',
  path: '/api/characters/:id',
  summary: 'Change fields of a character; renameInScript also changes the name in the script',
  readsScript: true,
  params: RowParams,
  body: CharacterPatch,
  reply: Character.extend({
    /** Result of the changes of the script. Missing: the script did not change. */
    script: changeScript.reply.optional(),
    /** After renameInScript: the edits that undo it. */
    undo: z.array(storedShape(UpdateEditSchema)).optional(),
  }),
});

/** In one step: all or nothing. */
export const mergeCharacter = endpoint({
  method: 'POST',
  path: '/api/characters/:id/merge',
  summary: 'Replace a character by another one in the script, and delete it and its picture',
  readsScript: true,
  params: RowParams,
  body: z.object({
    /** Character that replaces the deleted one. */
    intoId: rowId,
    /** Extension for the replaced cues, such as "(O.S.)", which was part of the old name. */
    extension: storableText(20)
      .regex(/^\([^()]+\)$/, 'Must stand in brackets')
      .optional(),
    /** Mentions to rename too, as in updateCharacter. */
    mentions: Mentions.optional(),
  }),
  reply: z.object({
    /** The remaining character. */
    character: Character,
    /** Result of the script's changes. */
    script: changeScript.reply,
    /**
     * Edits that undo the changes of the script, for updateCharacter of a character with the old
     * name.
     */
    undo: z.array(storedShape(UpdateEditSchema)),
  }),
});

export const deleteCharacter = endpoint({
  method: 'DELETE',
  path: '/api/characters/:id',
  summary: 'Delete a character and its picture; the script is unchanged',
  params: RowParams,
  status: 204,
});

export const reorderCharacters = endpoint({
  method: 'POST',
  path: '/api/characters/reorder',
  summary: "Change the display order of a project's characters",
  body: z.object({
    /** All characters of one project, each once. */
    characterIds: z.array(rowId).min(1, 'The list must contain every character exactly once.'),
  }),
  reply: z.object({ success: z.literal(true) }),
});

/** Accepts an Idempotency-Key header, as chat does. */
export const generateAvatar = endpoint({
  method: 'POST',
  path: '/api/characters/:id/generate-avatar',
  summary: "Draw the portrait of a character by the project's template, and store it",
  readsScript: true,
  params: RowParams,
  reply: z.object({ character: Character, creditBalance: z.number() }),
});

export const descriptionTexts = {
  voiceNeedsName: 'Character name and project are required for generation.',
  styleNeedsName: 'Please enter a character name first.',
} as const;

/** Build the fields of a character, which may not be saved yet. */
const described = (missing: string) =>
  z.object({
    characterName: characterName(missing),
    projectId: z.custom<unknown>((given) => given != null, missing).pipe(projectIdCode),
    description: storableText(10_000).nullish(),
    role: storableText(200).nullish(),
    age: z.number().int().min(0).max(999).nullish(),
    characterType: z.enum(characterTypes).nullish(),
  });

/** Accepts an Idempotency-Key header, as chat does. Nothing is stored on the character. */
export const generateVoiceDescription = endpoint({
  method: 'POST',
  path: '/api/characters/generate-voice-description',
  summary: 'Describe the voice of a character in 20 to 1,000 characters',
  body: described(descriptionTexts.voiceNeedsName),
  reply: z.object({ voiceDescription: z.string(), creditBalance: z.number() }),
  readsScript: true,
});

/** Accepts an Idempotency-Key header, as chat does. Nothing is stored on the character. */
export const generateStyleDescription = endpoint({
  method: 'POST',
  path: '/api/characters/generate-style-description',
  summary: 'Describe how a character looks, for its portrait',
  body: described(descriptionTexts.styleNeedsName),
  reply: z.object({ styleDescription: z.string(), creditBalance: z.number() }),
  readsScript: true,
});
