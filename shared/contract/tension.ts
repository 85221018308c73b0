import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';

/** How tense the story is at one place, as the last analysis found. */
export const TensionPoint = z.object({
  id: z.number(),
  projectId: z.number(),
  /** Null when the beat is gone. */
  storyBeatId: z.number().nullable(),
  sceneId: z.number().nullable(),
  scriptElementId: z.number().nullable(),
  pageNumber: z.number().nullable(),
  /** 0 to 1. */
  tensionLevel: z.number(),
  /** 0 to 1; share of the way through the story. */
  position: z.number(),
  /** The reasoning. */
  context: z.string().nullable(),
  analysisType: z.string(),
});
export type TensionPoint = z.input<typeof TensionPoint>;

export const listTensionPoints = endpoint({
  method: 'GET',
  path: '/api/projects/:id/tension-points',
  summary: 'The tension points of the last analysis, in story order',
  params: ProjectParams,
  reply: z.array(TensionPoint),
});

export const tensionTexts = { noBeats: 'Add story beats before analysing tension.' } as const;

/** With an Idempotency-Key header as chat. */
export const analyseTension = endpoint({
  method: 'POST',
  path: '/api/projects/:id/analyze-story-beat-tension',
  summary: 'Analyse how tense each story beat is; the points of the analysis before are replaced',
  readsScript: true,
  params: ProjectParams,
  reply: z.array(TensionPoint),
});
