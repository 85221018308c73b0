import { z } from 'zod';
import { insertionSchemes } from '#screenplay/production/insertionSchemes.ts';
import { revisionViews } from '#screenplay/revisions/revisionViews.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { storableText } from './fields.ts';
import { Project } from './projects.ts';

export const changeLocks = endpoint({
  method: 'POST',
  path: '/api/projects/:id/production-locks',
  summary: 'Lock or unlock the pages or the scene numbers of a script',
  readsScript: true,
  params: ProjectParams,
  body: z.discriminatedUnion('type', [
    /** Issue the labels of all pages as they are. Pages that are locked keep theirs. */
    z.object({ type: z.literal('lock-pages') }),
    z.object({ type: z.literal('unlock-pages') }),
    /** Issue the numbers of all scenes as they are. */
    z.object({
      type: z.literal('lock-scenes'),
      scheme: z.enum(insertionSchemes),
      skipsIAndO: z.boolean(),
    }),
    /** Scenes keep their numbers, or get their positions. */
    z.object({ type: z.literal('unlock-scenes'), isRenumbered: z.boolean() }),
  ]),
  reply: Project,
});

const color = z.string().regex(/^#[0-9a-f]{6}$/);
const RevisionFieldsBody = z.object({
  name: storableText(60).min(1),
  color,
  pageColor: color,
  /** Printed in the right margin; "" for none. */
  mark: storableText(3),
  date: z.iso.date().optional(),
  isFullDraft: z.boolean().optional(),
});
const revisionId = z.number().int().positive();

export const changeRevisions = endpoint({
  method: 'POST',
  path: '/api/projects/:id/revisions',
  summary: 'Start, name, change, clear or merge the revisions of a script',
  readsScript: true,
  params: ProjectParams,
  body: z.discriminatedUnion('type', [
    /** Text that is written from now on belongs to a new set. */
    z.object({ type: z.literal('start'), fields: RevisionFieldsBody }),
    /** Text that was written after one moment of the history, up to another or until now. */
    z.object({
      type: z.literal('name-changes'),
      fields: RevisionFieldsBody,
      sinceHistoryId: z.number().int().min(0),
      untilHistoryId: z.number().int().positive().optional(),
    }),
    z.object({ type: z.literal('activate'), revisionId: revisionId.nullable() }),
    z.object({ type: z.literal('edit'), revisionId, fields: RevisionFieldsBody }),
    z.object({ type: z.literal('clear'), revisionId }),
    z.object({ type: z.literal('remove'), revisionId }),
    z.object({ type: z.literal('merge'), revisionId }),
    /** Undo the last clearing, removal or merging. */
    z.object({ type: z.literal('undo') }),
    z.object({ type: z.literal('view'), view: z.enum(revisionViews) }),
  ]),
  reply: Project,
});
