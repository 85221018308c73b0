import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordActivity } from '#server/lib/activity.ts';
import type { Deps } from '#server/lib/deps.ts';
import { mount } from '#server/lib/mount.ts';
import { createReadingLink, getReadingLink, removeReadingLink } from '#shared/contract/readingLinks.ts';
import {
  acceptInvitation,
  changeMemberRole,
  getProjectInvitation,
  inviteMember,
  listAccess,
  removeMember,
  transferProject,
} from '#shared/contract/shares.ts';
import { findInvitation, joinProject } from './invitations.service.ts';
import { endReadingLink, findReadingLink, openReadingLink } from './readingLinks.service.ts';
import {
  type ActivityNote,
  changeShareRole,
  findAccess,
  inviteByEmail,
  removeAccess,
  transferOwnership,
} from './sharing.service.ts';

export function sharingRoutes(app: FastifyInstance, deps: Deps): void {
  accessRoutes(app, deps);
  invitationRoutes(app, deps);
  readingLinkRoutes(app, deps);
}

function noteOf(request: FastifyRequest, userId: string, projectId: number, action: string): ActivityNote {
  return (tx, details) =>
    recordActivity(tx, request, { userId, projectId, action: `share.${action}`, details });
}

function accessRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mail } = deps;

  mount(app, listAccess, { can: 'read' }, async ({ project }) => [...(await findAccess(db, project.id))]);

  mount(app, inviteMember, { can: 'own' }, async ({ project, user, body, request }) => {
    const note = noteOf(request, user.id, project.id, 'invite');
    const entry = await inviteByEmail(deps, { projectId: project.id, user }, body, note);
    void mail.send();
    return entry;
  });

  mount(app, changeMemberRole, { can: 'own' }, async ({ project, user, params, body, request }) => {
    const note = noteOf(request, user.id, project.id, 'role');
    const acting = { projectId: project.id, user };
    return changeShareRole(db, acting, String(params.accessId), body.role, note);
  });

  mount(app, removeMember, { can: 'read' }, async ({ project, user, params, request }) => {
    const note = noteOf(request, user.id, project.id, 'remove');
    const acting = { projectId: project.id, role: project.role, user };
    await removeAccess(db, acting, String(params.accessId), note);
    return undefined;
  });

  mount(app, transferProject, { can: 'own' }, async ({ project, user, body, request }) => {
    const note = noteOf(request, user.id, project.id, 'transfer');
    const entries = await transferOwnership(deps, { projectId: project.id, user }, body.accessId, note);
    void mail.send();
    return [...entries];
  });
}

function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mail } = deps;

  mount(app, getProjectInvitation, 'anyone', async ({ params, user }) =>
    findInvitation(db, params.inviteToken, user),
  );

  mount(app, acceptInvitation, 'user', async ({ params, user, request }) => {
    const note = (projectId: number) => noteOf(request, user.id, projectId, 'accept');
    const { isNew, ...joined } = await joinProject(deps, params.inviteToken, user, note);
    if (isNew) void mail.send();
    return joined;
  });
}

function readingLinkRoutes(app: FastifyInstance, { db }: Deps): void {
  mount(app, getReadingLink, { can: 'own' }, async ({ project }) => ({
    link: await findReadingLink(db, project.id),
  }));

  mount(app, createReadingLink, { can: 'own' }, async ({ project, user, body, request }) => {
    const link = await openReadingLink(db, project.id, body);
    await noteOf(request, user.id, project.id, 'link_create')(db, body);
    return { link };
  });

  mount(app, removeReadingLink, { can: 'own' }, async ({ project, user, request }) => {
    const wasOpen = await endReadingLink(db, project.id);
    if (wasOpen) await noteOf(request, user.id, project.id, 'link_remove')(db, {});
    return undefined;
  });
}
