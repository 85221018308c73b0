import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { nameText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/** One item of the outline. */
export const OutlineItem = z.object({
  id: z.number(),
  projectId: z.number(),
  title: z.string(),
  content: z.string().nullable(),
  /** 0 to n - 1. */
  orderIndex: z.number(),
});
export type OutlineItem = z.input<typeof OutlineItem>;

export const listOutlines = endpoint({
  method: 'GET',
  path: '/api/projects/:id/outlines',
  summary: 'The items of the outline, in order',
  params: ProjectParams,
  reply: z.array(OutlineItem),
});

const title = nameText(300, 'Title is required');
const content = storableText(20_000).nullish();
/** Position among the items. Beyond the end: the last. */
const orderIndex = wholeNumber(0);

export const OutlineCreate = z.object({
  title,
  content,
  /** Default: the last. */
  orderIndex: orderIndex.optional(),
});

export const createOutline = endpoint({
  method: 'POST',
  path: '/api/projects/:id/outlines',
  summary: 'Create an outline item; later items are renumbered',
  params: ProjectParams,
  body: OutlineCreate,
  reply: OutlineItem,
  status: 201,
});

export const OutlinePatch = z
  .object({ title, content, orderIndex })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const updateOutline = endpoint({
  method: 'PATCH',
  path: '/api/outlines/:id',
  summary: 'Change an outline item, or move it',
  params: RowParams,
  body: OutlinePatch,
  reply: OutlineItem,
});

export const deleteOutline = endpoint({
  method: 'DELETE',
  path: '/api/outlines/:id',
  summary: 'Delete an outline item; later items are renumbered',
  params: RowParams,
  status: 204,
});

export const reorderOutlines = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/outlines/reorder',
  summary: 'Reorder the outline',
  params: ProjectParams,
  body: z.object({
    /** All items of the project, each once. */
    outlineIds: z.array(rowId),
  }),
  reply: z.array(OutlineItem),
});
