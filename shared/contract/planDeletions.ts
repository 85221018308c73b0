import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { bodyId } from './fields.ts';

/** Kinds of rows in a plan that can be deleted and restored. */
export const planKinds = ['act', 'sequence', 'beat'] as const;
export type PlanKind = (typeof planKinds)[number];

/** Days for which deleted content can be restored (decision OQ-128). */
export const restorableDays = 30;

/** Answers 409 while the row's act is deleted. Refetch the plan and the scenes afterwards. */
export const restoreInPlan = endpoint({
  method: 'POST',
  path: '/api/projects/:id/plan/restore',
  summary:
    'Restore a deleted act, sequence or beat under its id, with its content and links; possible for 30 days',
  params: ProjectParams,
  body: z.object({ kind: z.enum(planKinds), rowId: bodyId }),
  status: 204,
});
