import { z } from 'zod';
import { insertionSchemes } from '#screenplay/production/insertionSchemes.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
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
