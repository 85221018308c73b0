import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { ElementExtrasSchema } from './elements.ts';
import { storableText, storedShape } from './fields.ts';
import { ScriptFormatSchema, TitlePageSchema } from './scriptFormat.ts';

/** Multipart field of a file that is read to be compared. */
export const comparedField = 'scriptFile';
/** Multipart fields of the files of a printed comparison. */
export const comparedSides = ['before', 'after'] as const;
export type ComparedSide = (typeof comparedSides)[number];

/** Multipart upload of one file. Nothing is stored. */
export const readComparedFile = endpoint({
  method: 'POST',
  path: '/api/projects/:id/compared-file',
  summary: 'Read a script file (multipart field scriptFile, up to 10 MB) to compare it, without storing it',
  params: ProjectParams,
  reply: z.object({
    elements: z.array(
      z.object({
        elementType: z.enum(elementTypes),
        content: z.string(),
        dual: z.enum(['left', 'right']).nullable(),
        originalType: z.string().nullable(),
        extras: ElementExtrasSchema.nullable(),
        sceneNumber: z.string().nullable(),
      }),
    ),
    format: ScriptFormatSchema,
    titlePage: storedShape(TitlePageSchema),
  }),
});

/** "now", "file" for a file of the form, or a moment: historyId.moveId. */
const draftReference = z
  .string()
  .regex(/^(now|file|\d{1,10}\.\d{1,10})$/, 'Must be "now", "file" or a moment such as 12.3');

/** Characters of a draft's name. */
export const maxDraftNameLength = 300;
const draftName = storableText(maxDraftNameLength);

/** Multipart fields `before` and `after` have the files of sides that are files. */
export const exportComparison = endpoint({
  method: 'POST',
  path: '/api/projects/:id/export/comparison',
  summary: 'Two drafts as one marked script, as a PDF file',
  readsScript: true,
  params: ProjectParams,
  query: z.object({
    before: draftReference,
    after: draftReference,
    beforeName: draftName,
    afterName: draftName,
  }),
});
