import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';

/** Tension at one point of the story, from the last analysis. */
export const TensionPoint = z.object({
  id: z.number(),
  projectId: z.number(),
  /** Null: the beat was deleted. */
  storyBeatId: z.number().nullable(),
  sceneId: z.number().nullable(),
  scriptElementId: z.number().nullable(),
  pageNumber: z.number().nullable(),
  /** 0 to 1. */
  tensionLevel: z.number(),
  /** Position in the story, 0 to 1. */
  position: z.number(),
  /** Reason for the level. */
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

/** Accepts an Idempotency-Key header, as chat does. */
export const analyseTension = endpoint({
  method: 'POST',
  path: '/api/projects/:id/analyze-story-beat-tension',
  summary: 'Rate the tension of each story beat; the points of the last analysis are replaced',
  readsScript: true,
  params: ProjectParams,
  reply: z.array(TensionPoint),
});
