import { z } from 'zod';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { structureIds } from '#screenplay/structures/structures.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, nameText, RowParams, storableText, wholeNumber } from './fields.ts';

export const Act = z.object({
  id: z.number(),
  projectId: z.number(),
  /** 1 to n. Sequences, beats and scenes refer to it. */
  number: z.number(),
  title: z.string(),
  subtitle: z.string().nullable(),
  /** Pages of the script. Acts need not be ascending, and may overlap. */
  startPage: z.number(),
  endPage: z.number(),
  colorTheme: z.enum(colorThemes),
  /** 0 to n - 1. */
  orderIndex: z.number(),
});
export type Act = z.input<typeof Act>;

export const listActs = endpoint({
  method: 'GET',
  path: '/api/projects/:id/acts',
  summary: 'The acts in their order',
  params: ProjectParams,
  reply: z.array(Act),
});

const title = nameText(200, 'Title is required');
const subtitle = storableText(300).nullish();
const page = wholeNumber(1);
const colorTheme = z.enum(colorThemes);

export const ActCreate = z.object({
  title,
  subtitle,
  startPage: page.default(1),
  endPage: page.default(30),
  colorTheme: colorTheme.default('blue'),
  /** The next number. Another number shows that the caller's plan is outdated, and is rejected. */
  number: wholeNumber(1).optional(),
  /** Position among the acts. Default, and beyond the end: the last. */
  orderIndex: wholeNumber(0).optional(),
});

export const createAct = endpoint({
  method: 'POST',
  path: '/api/projects/:id/acts',
  summary: 'A new act, with the next number',
  params: ProjectParams,
  body: ActCreate,
  reply: Act,
  status: 201,
});

export const ActPatch = z
  .object({ title, subtitle, startPage: page, endPage: page, colorTheme })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const updateAct = endpoint({
  method: 'PATCH',
  path: '/api/acts/:id',
  summary: 'Change fields of an act',
  params: RowParams,
  body: ActPatch,
  reply: Act,
});

export const deleteAct = endpoint({
  method: 'DELETE',
  path: '/api/acts/:id',
  summary: 'Delete an act with its sequences and beats; the remaining acts are renumbered',
  params: RowParams,
  status: 204,
});

/** Scene with its page in the script, which determines its act. */
const placedScene = z.object({ id: bodyId, page });

/** Answers 409 if there are acts. Refetch beats and scenes afterwards. */
export const fillPlan = endpoint({
  method: 'POST',
  path: '/api/projects/:id/plan',
  summary: 'Fill an empty plan with the acts and beats of a structure, and assign scenes to them by page',
  params: ProjectParams,
  body: z.object({
    structure: z.enum(structureIds),
    /** Number of planned or written pages of the script. */
    pages: page.max(5000),
    /** Scenes in script order. Others are unchanged. */
    scenes: z.array(placedScene).max(5000).default([]),
  }),
  reply: z.array(Act),
  status: 201,
});
