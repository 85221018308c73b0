import { z } from 'zod';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams, projectIdCode } from '../projectId.ts';
import { nameText, RowParams, storableText, wholeNumber } from './fields.ts';

/** Sequence: a part of an act that contains beats. */
export const Sequence = z.object({
  id: z.number(),
  projectId: z.number(),
  /** The act it is in. */
  actNumber: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  colorTheme: z.enum(colorThemes),
  /** 0 to n - 1 in its act. */
  orderIndex: z.number(),
});
export type Sequence = z.input<typeof Sequence>;

export const listSequences = endpoint({
  method: 'GET',
  path: '/api/projects/:id/sequences',
  summary: 'The sequences, act by act',
  params: ProjectParams,
  reply: z.array(Sequence),
});

const name = nameText(200, 'Name is required');
const description = storableText(10_000).nullish();
const colorTheme = z.enum(colorThemes);
/** Number of an existing act. */
const actNumber = wholeNumber(1);
/** Position in the act. Beyond the end: the last. */
const orderIndex = wholeNumber(0);

export const SequenceCreate = z.object({
  name,
  description,
  colorTheme: colorTheme.default('blue'),
  /** Must be the project of the path. */
  projectId: projectIdCode.optional(),
  actNumber: actNumber.default(1),
  /** Default: the last. */
  orderIndex: orderIndex.optional(),
});

export const createSequence = endpoint({
  method: 'POST',
  path: '/api/projects/:id/sequences',
  summary: 'Create a sequence in an act',
  params: ProjectParams,
  body: SequenceCreate,
  reply: Sequence,
  status: 201,
});

export const SequencePatch = z
  .object({ name, description, colorTheme, actNumber, orderIndex })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const updateSequence = endpoint({
  method: 'PATCH',
  path: '/api/sequences/:id',
  summary: 'Change a sequence, or move it with its beats',
  params: RowParams,
  body: SequencePatch,
  reply: Sequence,
});

export const deleteSequence = endpoint({
  method: 'DELETE',
  path: '/api/sequences/:id',
  summary: 'Delete a sequence; its beats become loose beats at the end of the act',
  params: RowParams,
  status: 204,
});
