import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, nameText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/** Event of the story: in an act, and there in a sequence or loose. */
export const StoryBeat = z.object({
  id: z.number(),
  projectId: z.number(),
  /** Id of the act with actNumber. */
  actId: z.number(),
  /** Null: a loose beat of its act. */
  sequenceId: z.number().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  actNumber: z.number(),
  /** Stored and returned only (decision OQ-84). */
  beatType: z.string().nullable(),
  /** Planned page. */
  pageNumber: z.number().nullable(),
  /** From 0 to n-1 within its sequence, or among the loose beats of its act. */
  orderIndex: z.number(),
});
export type StoryBeat = z.input<typeof StoryBeat>;

export const listBeats = endpoint({
  method: 'GET',
  path: '/api/projects/:id/story-beats',
  summary: 'The story beats: act by act, loose ones first, in their order',
  params: ProjectParams,
  reply: z.array(StoryBeat),
});

const title = nameText(300, 'Title is required');
const description = storableText(10_000).nullish();
/** Number of an existing act. */
const actNumber = wholeNumber(1);
/** Position within the sequence, or among the loose beats; beyond the end it is the end. */
const orderIndex = wholeNumber(0);

export const BeatCreate = z.object({
  title,
  description,
  actNumber,
  /** Default: the last. */
  orderIndex: orderIndex.optional(),
  /** A sequence of that act; null or none: a loose beat. */
  sequenceId: rowId.nullish(),
  pageNumber: wholeNumber(1).nullish(),
});

export const createBeat = endpoint({
  method: 'POST',
  path: '/api/projects/:id/story-beats',
  summary: 'A new story beat; those from its place on make room',
  params: ProjectParams,
  body: BeatCreate,
  reply: StoryBeat,
  status: 201,
});

/** actNumber, sequenceId and orderIndex move it; fields that are absent stay as far as possible. */
export const BeatPatch = z
  .object({
    title,
    description,
    actNumber,
    orderIndex,
    /** Null: out of its sequence. */
    sequenceId: rowId.nullable(),
    /** Planned page; null: none. */
    pageNumber: wholeNumber(1).nullable(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const updateBeat = endpoint({
  method: 'PATCH',
  path: '/api/story-beats/:id',
  summary: 'Change a story beat, or move it: the beats it leaves close up, those it joins make room',
  params: RowParams,
  body: BeatPatch,
  reply: StoryBeat,
});

export const deleteBeat = endpoint({
  method: 'DELETE',
  path: '/api/story-beats/:id',
  summary: 'Delete a story beat; those behind it close up',
  params: RowParams,
  status: 204,
});

/** As many as a script of several hundred pages has. */
const maxAtOnce = 5000;

export const createBeatsFromScenes = endpoint({
  method: 'POST',
  path: '/api/projects/:id/story-beats/from-scenes',
  summary:
    'A story beat for each of these scenes that tells none yet, in their acts; acts that are missing are made',
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
  summary: 'Delete these story beats as one step; those that are gone already are left out',
  params: ProjectParams,
  body: z.object({ beatIds: z.array(bodyId).min(1).max(maxAtOnce) }),
  status: 204,
});
