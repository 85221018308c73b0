import { z } from 'zod';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, nameText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/**
 * States of a scene's video. The previous video stays while another one is made, and when that
 * fails.
 */
export const videoStates = ['queued', 'generating', 'ready', 'failed', 'filtered'] as const;
export type VideoState = (typeof videoStates)[number];

/**
 * Return whether a video can begin with that picture: only a raster image can. The built-in
 * engine's drawings are vectors, which no vendor accepts (docs/decisions/0048).
 */
export function canBeginVideo(imageUrl: string | null): imageUrl is string {
  return imageUrl !== null && /\.(png|jpg|webp)$/.test(imageUrl);
}

/** A video of the scene is being made. */
export function isVideoUnderWay(status: string | null): boolean {
  return status === 'queued' || status === 'generating';
}

/** The status for a copy of the scene, and for one that comes back: nobody makes a video for it. */
export function videoStatusForCopy(status: string | null): string | null {
  return isVideoUnderWay(status) ? null : status;
}

/** Characters of what a video is to show. */
export const maxVideoPrompt = 2000;

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
  /** One of videoStates, unless imported; null: there is no video and none was ordered. */
  videoStatus: z.string().nullable(),
  /** Why the last video was not made, as a sentence for people. */
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
  /** Place in the script; beyond the end it is the end. */
  sceneNumber: wholeNumber(1),
  /** The act may not exist yet; screens list all acts up to the greatest. */
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

/**
 * Change of one scene; undefined fields stay. In another act it loses its sequence, unless one is
 * named.
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
  readsScript: true,
  params: RowParams,
  reply: z.object({ scene: Scene, creditBalance: z.number() }),
});

/**
 * Answers when the video is ordered; its completion is announced over the live channel and stored
 * in the scene. Credits are reserved now and charged on completion. 409 while another one of the
 * scene is being made; 503 without a configured service. Idempotency-Key as in chat.
 */
export const generateSceneVideo = endpoint({
  method: 'POST',
  path: '/api/scenes/:id/generate-video',
  summary: 'Order a video of a scene',
  readsScript: true,
  params: RowParams,
  /** Without one, what it shows follows from the scene and the project's template. */
  body: z.object({ prompt: storableText(maxVideoPrompt).nullish() }),
  reply: z.object({ scene: Scene, creditBalance: z.number() }),
  status: 202,
});

/** Without a running job it clears the last failure. */
export const cancelSceneVideo = endpoint({
  method: 'POST',
  path: '/api/scenes/:id/cancel-video',
  summary: 'Cancel the video that is being made of a scene; what it held is free again',
  params: RowParams,
  reply: z.object({ scene: Scene, creditBalance: z.number() }),
});

/** One that is being made goes on. */
export const deleteSceneVideo = endpoint({
  method: 'DELETE',
  path: '/api/scenes/:id/video',
  summary: 'Delete the video of a scene, and what is said of one that was not made',
  params: RowParams,
  reply: z.object({ scene: Scene }),
});
