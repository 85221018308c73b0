import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { aspectRatio, nameText, storableText } from './fields.ts';
import { Project } from './projects.ts';

/** Aspect ratio of the banner (docs/spec/idea.md). */
export const conceptRatio = '2.35:1';

export const conceptTexts = {
  titleRequired: 'Please enter a title before generating an image.',
} as const;

/** Accepts an Idempotency-Key header, as chat does. */
export const generateConceptImage = endpoint({
  method: 'POST',
  path: '/api/projects/:id/generate-concept-image',
  summary: 'Draw the concept image from title, logline and synopsis, and store it in the project',
  params: ProjectParams,
  body: z.object({
    title: nameText(200, conceptTexts.titleRequired),
    logline: storableText(1000).nullish(),
    synopsis: storableText(20_000).nullish(),
    aspectRatio: aspectRatio.default(conceptRatio),
  }),
  reply: z.object({
    conceptImageUrl: z.string(),
    conceptImagePrompt: z.string(),
    conceptImageAspectRatio: z.string(),
    project: Project,
    creditBalance: z.number(),
  }),
});
