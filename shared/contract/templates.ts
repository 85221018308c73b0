import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';

export const templateTexts = { emptyScript: 'Add some script content first.' } as const;

const reply = z.object({ template: z.string(), creditBalance: z.number() });

/** Accepts an Idempotency-Key header, as chat does. Nothing is stored. */
export const generateSceneTemplate = endpoint({
  method: 'POST',
  path: '/api/projects/:id/generate-scene-template',
  summary: 'A prompt template for scene images that suits the script',
  readsScript: true,
  params: ProjectParams,
  reply,
});

/** As generateSceneTemplate, for portraits. */
export const generateCharacterTemplate = endpoint({
  method: 'POST',
  path: '/api/projects/:id/generate-character-template',
  summary: 'A prompt template for character avatars that suits the script',
  readsScript: true,
  params: ProjectParams,
  reply,
});
