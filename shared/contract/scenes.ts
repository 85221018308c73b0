import { z } from 'zod';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, nameText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/**
 * Status of a scene's video. The previous video stays while another one is made, and if that fails.
 */
export const videoStates = ['queued', 'generating', 'ready', 'failed', 'filtered'] as const;
export type VideoState = (typeof videoStates)[number];

/**
 * Return whether a video can start with a picture: only a raster image can. Drawings of the
 * built-in engine are vectors, which no provider accepts (docs/decisions/0048).
 */
export function canBeginVideo(imageUrl: string | null): imageUrl is string {
  return imageUrl !== null && /\.(png|jpg|webp)$/.test(imageUrl);
}

/** Maximum characters of a video prompt. */
export const maxVideoPrompt = 2000;

/** Range of elements from one heading to the next (decision OQ-51). */
export const Scene = z.object({
  id: z.number(),
  projectId: z.number(),
  sequenceId: z.number().nullable(),
  /** The linked beat of the plan. */
  beatId: z.number().nullable(),
  /** Colour in lists. */
  colorTheme: z.enum(colorThemes).nullable(),
  /** Position in the script, 1 to n. */
  sceneNumber: z.number(),
  /** Printed number that replaces the position, such as "12A". */
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
  /** A value of videoStates, unless imported. Null: there is no video, and none was ordered. */
  videoStatus: z.string().nullable(),
  /** Reason why the last video failed, for the user. */
  videoProblem: z.string().nullable(),
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
  /** Position in the script. Beyond the end: the last. */
  sceneNumber: wholeNumber(1),
  /** The act need not exist. Lists show all acts up to the highest number. */
  actNumber: wholeNumber(1).max(999, 'Must be at most 999'),
  heading: nameText(300, 'Heading is required'),
  /** Taken from the heading if undefined. */
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
  summary: 'Create a scene with its heading element, at the position of its number',
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
  summary: 'Change a scene; another number moves its range of the script',
  params: RowParams,
  body: ScenePatch,
  reply: Scene,
});

/** Maximum number of scenes. A script of several hundred pages has fewer. */
const maxArranged = 5000;

/**
 * Change of one scene. Undefined fields are unchanged. In another act the scene loses its sequence,
 * unless one is given.
 */
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
  summary: 'Assign acts, sequences, beats and colours to many scenes in one step; the script is unchanged',
  params: ProjectParams,
  body: z.object({
    scenes: z.array(SceneArrangement).min(1, 'Name at least one scene').max(maxArranged),
  }),
  /** The changed scenes. */
  reply: z.array(Scene),
});

export const deleteScene = endpoint({
  method: 'DELETE',
  path: '/api/scenes/:id',
  summary: 'Delete a scene with all its script elements and its picture',
  params: RowParams,
  status: 204,
});

/** Accepts an Idempotency-Key header, as chat does. */
export const generateSceneImage = endpoint({
  method: 'POST',
  path: '/api/scenes/:id/generate-image',
  summary: "Draw a scene by the project's template, and store the picture in it",
  readsScript: true,
  params: RowParams,
  reply: z.object({ scene: Scene, creditBalance: z.number() }),
});

/**
 * Answers when the video is ordered. Its completion is announced over the live channel and stored
 * in the scene. Credits are reserved now and charged on completion. Answers 409 while another video
 * of the scene is being made, and 503 without a configured provider. Accepts an Idempotency-Key
 * header, as chat does.
 */
export const generateSceneVideo = endpoint({
  method: 'POST',
  path: '/api/scenes/:id/generate-video',
  summary: 'Order a video of a scene',
  readsScript: true,
  params: RowParams,
  /** Without a prompt, the scene and the project's template describe the video. */
  body: z.object({ prompt: storableText(maxVideoPrompt).nullish() }),
  reply: z.object({ scene: Scene, creditBalance: z.number() }),
  status: 202,
});

/** Without a running job, the last failure is cleared. */
export const cancelSceneVideo = endpoint({
  method: 'POST',
  path: '/api/scenes/:id/cancel-video',
  summary: 'Cancel the video that is being made of a scene, and release its reserved credits',
  params: RowParams,
  reply: z.object({ scene: Scene, creditBalance: z.number() }),
});

/** A running job continues. */
export const deleteSceneVideo = endpoint({
  method: 'DELETE',
  path: '/api/scenes/:id/video',
  summary: 'Delete the video of a scene, and the reason of the last failure',
  params: RowParams,
  reply: z.object({ scene: Scene }),
});
