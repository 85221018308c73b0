import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { date } from './fields.ts';

/*
 * Limits of credits per calendar month: of a user, set by that user, and of a project, set by its
 * owner for all members (docs/decisions/0034).
 */

const limitNeeded = 'Enter a number of credits from 0 to 1,000,000, with at most two decimals.';

/** Credits; null: there is no limit. */
export const monthlyLimit = z
  .number({ error: limitNeeded })
  .min(0, limitNeeded)
  .max(1_000_000, limitNeeded)
  .refine((limit) => Number(limit.toFixed(2)) === limit, limitNeeded)
  .nullable();

export const MonthlySpending = z.object({
  limit: z.number().nullable(),
  /** In this month, and held by calls that run. */
  spent: z.number(),
  held: z.number(),
  /** When the next month begins (UTC). */
  renewsAt: date,
});
export type MonthlySpending = z.input<typeof MonthlySpending>;

export const getOwnSpending = endpoint({
  method: 'GET',
  path: '/api/user/spending',
  summary: 'What the caller spent this month, and their limit',
  reply: MonthlySpending,
});

export const setOwnLimit = endpoint({
  method: 'PATCH',
  path: '/api/user/spending',
  summary: 'Limit what the caller spends in a month, or no longer',
  body: z.object({ limit: monthlyLimit }),
  reply: MonthlySpending,
});

export const getProjectSpending = endpoint({
  method: 'GET',
  path: '/api/projects/:id/spending',
  summary: 'What everybody spent in this project this month, and its limit',
  params: ProjectParams,
  reply: MonthlySpending,
});

export const setProjectLimit = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/spending',
  summary: 'Limit what everybody spends in this project in a month, or no longer; for its owner',
  params: ProjectParams,
  body: z.object({ limit: monthlyLimit }),
  reply: MonthlySpending,
});
