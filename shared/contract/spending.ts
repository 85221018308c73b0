import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { date } from './fields.ts';

/*
 * Monthly spending limits in credits: of a user, set by that user, and of a project, set by its
 * owner for all members (docs/decisions/0034).
 */

const limitNeeded = 'Enter a number of credits from 0 to 1,000,000, with at most two decimals.';

/** Credits. Null: there is no limit. */
export const monthlyLimit = z
  .number({ error: limitNeeded })
  .min(0, limitNeeded)
  .max(1_000_000, limitNeeded)
  .refine((limit) => Number(limit.toFixed(2)) === limit, limitNeeded)
  .nullable();

export const MonthlySpending = z.object({
  limit: z.number().nullable(),
  /** Credits spent in the current month, and reserved by running calls. */
  spent: z.number(),
  held: z.number(),
  /** Start of the next month (UTC). */
  renewsAt: date,
});
export type MonthlySpending = z.input<typeof MonthlySpending>;

export const getOwnSpending = endpoint({
  method: 'GET',
  path: '/api/user/spending',
  summary: 'Credits that the caller spent this month, and the limit',
  reply: MonthlySpending,
});

export const setOwnLimit = endpoint({
  method: 'PATCH',
  path: '/api/user/spending',
  summary: 'Set or remove the monthly spending limit of the caller',
  body: z.object({ limit: monthlyLimit }),
  reply: MonthlySpending,
});

export const getProjectSpending = endpoint({
  method: 'GET',
  path: '/api/projects/:id/spending',
  summary: 'Credits that all members spent in this project this month, and its limit',
  params: ProjectParams,
  reply: MonthlySpending,
});

export const setProjectLimit = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/spending',
  summary: 'Set or remove the monthly spending limit of the project; for its owner',
  params: ProjectParams,
  body: z.object({ limit: monthlyLimit }),
  reply: MonthlySpending,
});
