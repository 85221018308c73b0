import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';

/** A stretch of script from one heading to the next (decision OQ-51). */
export const Scene = z.object({
  id: z.number(),
  projectId: z.number(),
  sequenceId: z.number().nullable(),
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
