import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date } from './fields.ts';
import { liveTransports } from './live.ts';

/** Seconds between two refreshes of the page. */
export const healthRefreshSeconds = 10;

const partStatus = z.enum(['ok', 'away', 'off']);

/** Parts that an operator may have given a certificate. `web`: PUBLIC_URL. */
export const certifiedParts = ['web', 'database', 'redis', 'storage', 'mail', 'sign-in'] as const;
export type CertifiedPart = (typeof certifiedParts)[number];

/** Work that the server does by itself at intervals. */
export const jobNames = [
  ...(['mails', 'payment-events', 'stale-ai-calls', 'expired-sessions', 'project-changes'] as const),
  ...(['plan-deletions', 'script-requests', 'history-stays', 'ai-requests'] as const),
  ...(['processed-payment-events', 'reconciliation', 'usage-figures', 'sent-mails', 'mail-files'] as const),
  ...(['backup-runs', 'voice-designs', 'broken-imports', 'unused-files', 'nightly-backup'] as const),
] as const;
export type JobName = (typeof jobNames)[number];

/** State of one node of the server, and of the work that all nodes share. */
export const getServerHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  summary: 'State of the node that answers, and of the work that all nodes share',
  reply: z.object({
    version: z.string(),
    /** Host name of the node. */
    node: z.string(),
    startedAt: date,
    status: z.enum(['ok', 'degraded', 'unavailable']),
    parts: z.object({
      database: partStatus,
      redis: partStatus,
      live: partStatus,
      storage: partStatus,
      mail: partStatus,
    }),
    certificates: z.array(z.object({ part: z.enum(certifiedParts), address: z.string(), expiresAt: date })),
    disk: z.object({ status: z.enum(['ok', 'low', 'full']), freeBytes: z.number().nullable() }),
    /** Bytes by part of this process. */
    memory: z.record(z.string(), z.number()),
    pools: z.array(
      z.object({
        pool: z.string(),
        used: z.number(),
        idle: z.number(),
        max: z.number(),
        waiting: z.number(),
      }),
    ),
    queues: z.record(z.string(), z.object({ running: z.number(), waiting: z.number() })),
    live: z.object({ rooms: z.number(), connections: z.record(z.enum(liveTransports), z.number()) }),
    /** Null: the database does not answer. */
    workload: z
      .object({
        mailsDue: z.number(),
        mailsRetrying: z.number(),
        mailsAbandoned: z.number(),
        mailError: z.string().nullable(),
        videoJobs: z.number(),
        paymentEventsFailed: z.number(),
        lastBackupAt: date.nullable(),
        backupError: z.string().nullable(),
      })
      .nullable(),
    /** Null: the database does not answer. */
    jobs: z
      .array(
        z.object({
          name: z.enum(jobNames),
          /** A job of the installation runs on one node at a time, one of the node on each. */
          scope: z.enum(['installation', 'node']),
          /** End of the last run that has ended. */
          endedAt: date.nullable(),
          /** Start of the present run. */
          runningSince: date.nullable(),
          /** Reason, if the last run failed. */
          error: z.string().nullable(),
          /** Consecutive failures. */
          failures: z.number(),
          nextRunAt: date.nullable(),
        }),
      )
      .nullable(),
    slowCalls: z.object({
      /** Calls that take longer count. */
      limitMs: z.number(),
      /** Number since the start. */
      count: z.number(),
      latest: z.array(
        z.object({
          at: date,
          method: z.string(),
          route: z.string(),
          status: z.number(),
          ms: z.number(),
          reason: z.string(),
        }),
      ),
    }),
  }),
});

/** Changes of the installed version and of those before it. */
export const getChanges = endpoint({
  method: 'GET',
  path: '/api/admin/changes',
  summary: 'Changes of the installed version and earlier ones, newest first',
  reply: z.array(
    z.object({
      version: z.string(),
      date: z.string(),
      groups: z.array(z.object({ title: z.string(), items: z.array(z.string()) })),
    }),
  ),
});
