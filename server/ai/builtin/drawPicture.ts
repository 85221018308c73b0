import { z } from 'zod';
import type { SvgPicture } from '#engines/storyboard/storyboard.ts';
import { drawConcept, drawPortrait, drawScene } from '#engines/storyboard/storyboard.ts';
import type { PictureRequest } from '../models.ts';

/** Input of the built-in drawings. */
export const pictureFacts = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('scene'),
    heading: z.string(),
    text: z.string().optional(),
    /** The action lines only. */
    action: z.string().optional(),
    characters: z.array(z.string()).optional(),
    cast: z
      .array(
        z.object({
          name: z.string(),
          age: z.number().nullish(),
          role: z.string().nullish(),
          description: z.string().nullish(),
        }),
      )
      .optional(),
    /** The notes of the scene. */
    wish: z.string().optional(),
    /** The text of the project's own template. */
    style: z.string().optional(),
    timeBefore: z.enum(['day', 'night']).optional(),
    framed: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('portrait'),
    name: z.string(),
    characterType: z.enum(['protagonist', 'antagonist', 'supporting']),
    age: z.number().nullish(),
    role: z.string().nullish(),
    description: z.string().nullish(),
    /** The text of the project's own template. */
    style: z.string().optional(),
  }),
  z.object({
    type: z.literal('concept'),
    title: z.string(),
    logline: z.string().nullish(),
    synopsis: z.string().nullish(),
  }),
]);
export type PictureFacts = z.infer<typeof pictureFacts>;

/**
 * Draw a picture from its facts. Without valid facts use the prompt, with its first line as the
 * heading.
 */
export function drawPictureFrom({
  prompt,
  ratio,
  facts,
}: Pick<PictureRequest, 'prompt' | 'ratio' | 'facts'>): SvgPicture {
  const parsedFacts = pictureFacts.safeParse(facts);
  if (!parsedFacts.success)
    return drawScene({ heading: prompt.split('\n', 1)[0] ?? '', text: prompt, ratio });
  const { data } = parsedFacts;
  switch (data.type) {
    case 'portrait':
      return drawPortrait({ ...data, ratio });
    case 'concept':
      return drawConcept({ ...data, ratio });
    default: {
      const { type: _, ...scene } = data;
      return drawScene({ ...withoutUndefined(scene), heading: scene.heading, ratio });
    }
  }
}

/** Remove properties that are undefined. */
function withoutUndefined<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
