import { z } from 'zod';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, nameText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/** A stretch of script from one heading to the next (decision OQ-51). */
export const Scene = z.object({
  id: z.number(),
  projectId: z.number(),
  sequenceId: z.number().nullable(),
  /** The beat of the plan that it tells. */
  beatId: z.number().nullable(),
  /** How it is marked in lists. */
  colorTheme: z.enum(colorThemes).nullable(),
  /** Place in the script, 1 to n. */
  sceneNumber: z.number(),
  /** The number to print where the script has its own, such as "12A". */
  displayNumber: z.string().nullable(),
  heading: z.string(),
  location: z.string().nullable(),
  timeOfDay: z.string().nullable(),
  pageNumber: z.number().nullable(),
  notes: z.string().nullable(),
  actNumber: z.number(),
  imageUrl: z.string().nullable(),
  imagePrompt: z.string().nullable(),
  videoUrl: z.string().nullable(),
  videoPrompt: z.string().nullable(),
  videoStatus: z.string().nullable(),
});
export type Scene = z.input<typeof Scene>;

export const listScenes = endpoint({
  method: 'GET',
  path: '/api/projects/:id/scenes',
  summary: 'The scenes in script order',
  params: ProjectParams,
  reply: z.array(Scene),
});

const fields = {
  /** Place in the script; beyond the end it is the end. */
  sceneNumber: wholeNumber(1),
  /** Of an act that may not be there yet; screens list all acts up to the greatest. */
  actNumber: wholeNumber(1).max(999, 'Must be at most 999'),
  heading: nameText(300, 'Heading is required'),
  /** Of the heading where they are not named. */
  location: storableText(200).nullish(),
  timeOfDay: storableText(100).nullish(),
  pageNumber: wholeNumber(1).nullish(),
  notes: storableText(10_000).nullish(),
  /** Null: no sequence. */
  sequenceId: rowId.nullish(),
  /** Null: none. */
  beatId: rowId.nullish(),
  colorTheme: z.enum(colorThemes).nullish(),
};

export const createScene = endpoint({
  method: 'POST',
  path: '/api/projects/:id/scenes',
  summary: 'A new scene with its heading element, at the place its number says',
  params: ProjectParams,
  body: z.object(fields),
  reply: Scene,
  status: 201,
});

export const ScenePatch = z
  .object(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const updateScene = endpoint({
  method: 'PATCH',
  path: '/api/scenes/:id',
  summary: 'Change a scene; another number moves its whole stretch of script',
  params: RowParams,
  body: ScenePatch,
  reply: Scene,
});

/** As many as a script of several hundred pages has. */
const maxArranged = 5000;

/** What one scene becomes; what is not named stays. Into another act it goes without its sequence, unless one is named. */
export const SceneArrangement = z.object({
  id: bodyId,
  actNumber: fields.actNumber.optional(),
  sequenceId: fields.sequenceId,
  beatId: fields.beatId,
  colorTheme: fields.colorTheme,
});
export type SceneArrangement = z.input<typeof SceneArrangement>;

export const arrangeScenes = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/scenes',
  summary:
    'Put many scenes into acts, sequences and beats, or mark them, as one step; the script stays as it is',
  params: ProjectParams,
  body: z.object({
    scenes: z.array(SceneArrangement).min(1, 'Name at least one scene').max(maxArranged),
  }),
  /** Those that are not as they were. */
  reply: z.array(Scene),
});

export const deleteScene = endpoint({
  method: 'DELETE',
  path: '/api/scenes/:id',
  summary: 'Delete a scene with all its script elements and its picture',
  params: RowParams,
  status: 204,
});

/** With an Idempotency-Key header as chat. */
export const generateSceneImage = endpoint({
  method: 'POST',
  path: '/api/scenes/:id/generate-image',
  summary: "Draw a scene by the project's template, and keep the picture with it",
  params: RowParams,
  reply: z.object({ scene: Scene, creditBalance: z.number() }),
});
