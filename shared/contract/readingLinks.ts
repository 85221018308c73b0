import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { date } from './fields.ts';

/** Possible lifetimes of a read-only link, in days. */
export const readingLinkDays = [1, 3, 7, 14, 30] as const;
export const defaultReadingLinkDays = 7;

/** Read-only link. Visitors with the link can read the script without an account. */
export const ReadingLink = z.object({
  /** Path on this site. */
  path: z.string(),
  createdAt: date,
  expiresAt: date,
});
export type ReadingLink = z.input<typeof ReadingLink>;

export const getReadingLink = endpoint({
  method: 'GET',
  path: '/api/projects/:id/reading-link',
  summary: 'The open read-only link, if there is one',
  params: ProjectParams,
  reply: z.object({ link: ReadingLink.nullable() }),
});

const isOffered = (days: number) => readingLinkDays.some((offered) => offered === days);

export const createReadingLink = endpoint({
  method: 'POST',
  path: '/api/projects/:id/reading-link',
  summary: 'Create a read-only link; the previous one ends',
  readsScript: true,
  params: ProjectParams,
  body: z.object({
    expireDays: z
      .number()
      .refine(isOffered, 'Choose an expiry of 1, 3, 7, 14 or 30 days.')
      .default(defaultReadingLinkDays),
  }),
  reply: z.object({ link: ReadingLink }),
  status: 201,
});

export const removeReadingLink = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/reading-link',
  summary: 'Revoke the read-only link',
  params: ProjectParams,
  status: 204,
});
