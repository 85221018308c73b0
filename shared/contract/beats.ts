import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, nameText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/** Story beat. It belongs to an act, and there to a sequence, or is loose. */
export const StoryBeat = z.object({
  id: z.number(),
  projectId: z.number(),
  /** Id of the act with actNumber. */
  actId: z.number(),
  /** Null: the beat is loose. */
  sequenceId: z.number().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  actNumber: z.number(),
  /** Stored and returned without a meaning (decision OQ-84). */
  beatType: z.string().nullable(),
  /** Planned page. */
  pageNumber: z.number().nullable(),
  /** 0 to n - 1 in its sequence, or among the loose beats of its act. */
  orderIndex: z.number(),
});
export type StoryBeat = z.input<typeof StoryBeat>;

export const listBeats = endpoint({
  method: 'GET',
  path: '/api/projects/:id/story-beats',
  summary: 'The story beats, act by act, loose ones before those of sequences',
  params: ProjectParams,
  reply: z.array(StoryBeat),
});

const title = nameText(300, 'Title is required');
const description = storableText(10_000).nullish();
/** Number of an existing act. */
const actNumber = wholeNumber(1);
/** Position in the sequence, or among the loose beats. Beyond the end: the last. */
const orderIndex = wholeNumber(0);

export const BeatCreate = z.object({
  title,
  description,
  actNumber,
  /** Default: the last. */
  orderIndex: orderIndex.optional(),
  /** Sequence of that act. Null or missing: the beat is loose. */
  sequenceId: rowId.nullish(),
  pageNumber: wholeNumber(1).nullish(),
});

export const createBeat = endpoint({
  method: 'POST',
  path: '/api/projects/:id/story-beats',
  summary: 'Create a story beat; later beats are renumbered',
  params: ProjectParams,
  body: BeatCreate,
  reply: StoryBeat,
  status: 201,
});

/**
 * actNumber, sequenceId and orderIndex move the beat. Missing fields are unchanged as far as
 * possible.
 */
export const BeatPatch = z
  .object({
    title,
    description,
    actNumber,
    orderIndex,
    /** Null: remove the beat from its sequence. */
    sequenceId: rowId.nullable(),
    /** Planned page. Null: none. */
    pageNumber: wholeNumber(1).nullable(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const updateBeat = endpoint({
  method: 'PATCH',
  path: '/api/story-beats/:id',
  summary: 'Change a story beat, or move it; the beats before and after the move are renumbered',
  params: RowParams,
  body: BeatPatch,
  reply: StoryBeat,
});

export const deleteBeat = endpoint({
  method: 'DELETE',
  path: '/api/story-beats/:id',
  summary: 'Delete a story beat; later beats are renumbered',
  params: RowParams,
  status: 204,
});

/** Maximum number of scenes or beats. A script of several hundred pages has fewer. */
const maxAtOnce = 5000;

export const createBeatsFromScenes = endpoint({
  method: 'POST',
  path: '/api/projects/:id/story-beats/from-scenes',
  summary:
    'Create a story beat for each of these scenes that has none, in their acts; missing acts are created',
  params: ProjectParams,
  body: z.object({
    scenes: z
      .array(z.object({ id: bodyId, pageNumber: wholeNumber(1).nullish() }))
      .min(1, 'Name at least one scene')
      .max(maxAtOnce),
  }),
  /** The new beats. */
  reply: z.array(StoryBeat),
  status: 201,
});

export const deleteBeats = endpoint({
  method: 'POST',
  path: '/api/projects/:id/story-beats/delete',
  summary: 'Delete story beats in one step; beats that are already deleted are ignored',
  params: ProjectParams,
  body: z.object({ beatIds: z.array(bodyId).min(1).max(maxAtOnce) }),
  status: 204,
});
