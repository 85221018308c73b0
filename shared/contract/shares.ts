import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { invitationStatuses } from '../invitationStatus.ts';
import { ProjectParams, projectIdCode } from '../projectId.ts';
import { roles, shareRoles } from '../roles.ts';
import { sharingTexts } from '../sharingTexts.ts';
import { bodyId, date } from './fields.ts';

/** Access id of the owner, who has no share. */
export const ownerAccessId = 'owner';

/** Entry of a project's access list. A pending invitation has only an address. */
export const AccessEntry = z.object({
  id: z.union([z.number(), z.literal(ownerAccessId)]),
  /** Null: the invitation was not accepted yet. */
  userId: z.string().nullable(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(invitationStatuses),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  invitedAt: date,
  acceptedAt: date.nullable(),
});
export type AccessEntry = z.input<typeof AccessEntry>;

const AccessParams = z.object({
  id: projectIdCode,
  /** Parsed by the service, so that the error does not reveal to members which ids exist. */
  accessId: z.union([z.string(), z.number()]),
});

const givenRole = (ownerText: string) =>
  z.enum(shareRoles, { error: ({ input }) => (input === 'owner' ? ownerText : undefined) });

export const listAccess = endpoint({
  method: 'GET',
  path: '/api/projects/:id/access',
  summary: 'The access list of a project with pending invitations, the owner first',
  params: ProjectParams,
  reply: z.array(AccessEntry),
});

export const InviteCreate = z.object({
  email: z
    .string({ error: ({ input }) => (input == null ? sharingTexts.emailRequired : undefined) })
    .trim()
    .toLowerCase()
    .min(1, { error: sharingTexts.emailRequired, abort: true })
    .max(254, sharingTexts.emailInvalid)
    .pipe(z.email(sharingTexts.emailInvalid)),
  role: givenRole(sharingTexts.ownerByInvitation).default('viewer'),
});

export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/projects/:id/invite',
  summary: 'Invite a user by mail; a pending invitation is sent again with this role',
  params: ProjectParams,
  body: InviteCreate,
  reply: AccessEntry,
  status: 201,
});

export const changeMemberRole = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id/access/:accessId',
  summary: 'Change the role of a member or an invitation',
  params: AccessParams,
  body: z.object({ role: givenRole(sharingTexts.ownerRoleFixed) }),
  reply: AccessEntry,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/access/:accessId',
  summary: 'Remove a member or an invitation; a member can remove their own entry to leave the project',
  params: AccessParams,
  status: 204,
});

export const transferProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/transfer',
  summary: 'Transfer a project to one of its editors; the former owner becomes an editor',
  params: ProjectParams,
  body: z.object({ accessId: bodyId }),
  reply: z.array(AccessEntry),
});

const InvitationParams = z.object({ inviteToken: z.string() });

export const getProjectInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:inviteToken',
  summary: 'Read an open invitation; the email address is returned only to the invited user',
  params: InvitationParams,
  reply: z.object({
    projectName: z.string(),
    role: z.enum(shareRoles),
    projectId: z.number(),
    expiresAt: date,
    email: z.string().optional(),
  }),
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:inviteToken/accept',
  summary: 'Join the project; repeating it changes nothing',
  params: InvitationParams,
  reply: z.object({
    projectId: z.number(),
    encodedProjectId: z.string(),
    role: z.enum(shareRoles),
  }),
});
