import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { invitationStatuses } from '../invitationStatus.ts';
import { betaExperiences, betaRoles, betaStatuses } from './beta.ts';
import { date, digits, RowParams, rowId, storableText } from './fields.ts';

/** Possible lifetimes of an invitation, in days. */
export const expiryDays = [1, 3, 7, 14, 30] as const;
export const defaultExpiryDays = 7;

/** Default number of entries of the activity list. */
export const activityPageSize = 20;
const maxPageSize = 500;

const search = storableText(200).optional();
/** Build the parameter for the number of rows, with a default. */
export const limitWithDefault = (defaultLimit: number) =>
  rowId.refine((limit) => limit <= maxPageSize, `Must be at most ${maxPageSize}`).default(defaultLimit);
const offset = digits(0).default(0);
const order = z.enum(['asc', 'desc']).optional();

/** Build the query of an administrator's list. The first sort order is the default. */
export function adminListQuery<const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  defaultLimit: number,
) {
  return z.object({
    limit: limitWithDefault(defaultLimit),
    offset,
    search,
    sort: z.enum(sorts).default(sorts[0]),
    order,
  });
}

/** Application for administrators, without its token. */
export const BetaSignup = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(betaRoles),
  experience: z.enum(betaExperiences),
  previousWork: z.string().nullable(),
  currentProjects: z.string().nullable(),
  interests: z.array(z.string()),
  reason: z.string(),
  status: z.enum(betaStatuses),
  invitedAt: date.nullable(),
  createdAt: date,
});
export type BetaSignup = z.input<typeof BetaSignup>;

export const UserInvitation = z.object({
  id: z.number(),
  email: z.string(),
  /** An invitation is expired as soon as its time is over, whatever is stored. */
  status: z.enum(invitationStatuses),
  createdAt: date,
  expiresAt: date,
  acceptedAt: date.nullable(),
  /** Address for the invited user. Null: the invitation is not pending. */
  inviteUrl: z.string().nullable(),
});
export type UserInvitation = z.input<typeof UserInvitation>;

export const listBetaSignups = endpoint({
  method: 'GET',
  path: '/api/admin/beta-signups',
  summary: 'Beta applications, newest first',
  query: z.object({
    limit: limitWithDefault(50),
    offset,
    search,
    status: z.enum(betaStatuses).optional(),
    sort: z.enum(['createdAt', 'name', 'email', 'status']).default('createdAt'),
    order,
  }),
  reply: z.array(BetaSignup),
});

export const approveBetaSignup = endpoint({
  method: 'POST',
  path: '/api/admin/beta-signups/:id/approve',
  summary: 'Approve a beta application and invite the applicant',
  params: RowParams,
  /** `invitation` is null if the applicant already has an account. */
  reply: z.object({ signup: BetaSignup, invitation: UserInvitation.nullable() }),
});

export const rejectBetaSignup = endpoint({
  method: 'POST',
  path: '/api/admin/beta-signups/:id/reject',
  summary: 'Reject a beta application',
  params: RowParams,
  reply: z.object({ signup: BetaSignup }),
});

export const listUserInvitations = endpoint({
  method: 'GET',
  path: '/api/admin/user-invitations',
  summary: 'Invitations to the product, newest first',
  query: z.object({
    limit: limitWithDefault(50),
    offset,
    search,
    status: z.enum(invitationStatuses).optional(),
    sort: z.enum(['createdAt', 'email', 'expiresAt']).default('createdAt'),
    order,
  }),
  reply: z.array(UserInvitation),
});

const emailNeeded = 'Please enter an email address.';
const expiryNeeded = 'Choose an expiry of 1, 3, 7, 14 or 30 days.';

export const createUserInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/user-invitations',
  summary: 'Invite an address to the product',
  body: z.object({
    email: z
      .string({ error: emailNeeded })
      .trim()
      .toLowerCase()
      .max(254, emailNeeded)
      .pipe(z.email(emailNeeded)),
    expireDays: z.literal(expiryDays, { error: expiryNeeded }).default(defaultExpiryDays),
  }),
  reply: UserInvitation,
  status: 201,
});

export const AdminUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  creditBalance: z.number(),
  subscriptionStatus: z.string().nullable(),
  /** Number of own projects. */
  projects: z.number(),
  aiRequests: z.number(),
  /** US dollars. */
  aiCost: z.number(),
  createdAt: date,
  lastActiveAt: date.nullable(),
});
export type AdminUser = z.input<typeof AdminUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All users, newest first',
  query: adminListQuery(['createdAt', 'name', 'email', 'creditBalance'], 50),
  reply: z.array(AdminUser),
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:userId/sessions',
  summary: 'Sign a user out in all browsers',
  params: z.object({ userId: z.string() }),
  reply: z.object({ ended: z.number() }),
});

export const UserActivity = z.object({
  id: z.number(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  projectId: z.number().nullable(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Seconds. Set on logout only. */
  sessionDuration: z.number().nullable(),
  createdAt: date,
});
export type UserActivity = z.input<typeof UserActivity>;

export const listUserActivity = endpoint({
  method: 'GET',
  path: '/api/admin/user-activity',
  summary: 'Activity of users, newest first',
  query: z.object({ limit: limitWithDefault(activityPageSize), offset, search, order }),
  reply: z.array(UserActivity),
});
