import { z } from 'zod';
import { maxContentLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId, wholeNumber } from './fields.ts';

/** The place itself is a field of the project (projects.ts). */
export const storeScriptPlace = endpoint({
  method: 'PUT',
  path: '/api/projects/:id/script-place',
  summary: 'Store where the caller is in the script, to return there',
  params: ProjectParams,
  body: z.object({ elementId: bodyId, offset: wholeNumber(0).max(maxContentLength) }),
  status: 204,
});

export const listChangesSinceVisit = endpoint({
  method: 'GET',
  path: '/api/projects/:id/script-place/changes',
  summary: "Elements that others have changed since the caller's last visit",
  params: ProjectParams,
  reply: z.object({ elementIds: z.array(z.number()) }),
});
