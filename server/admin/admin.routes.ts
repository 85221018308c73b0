import type { FastifyInstance } from 'fastify';
import { recordActivity } from '#server/lib/activity.ts';
import type { Deps } from '#server/lib/deps.ts';
import { mount } from '#server/lib/mount.ts';
import {
  approveBetaSignup,
  createUserInvitation,
  listBetaSignups,
  listUserActivity,
  listUserInvitations,
  listUsers,
  rejectBetaSignup,
} from '#shared/contract/admin.ts';
import { findActivity, findApplications, findInvitations, findUsers } from './admin.queries.ts';
import { approveApplication, invite, rejectApplication } from './admin.service.ts';

export function adminRoutes(app: FastifyInstance, { db, env, mail }: Deps): void {
  const { publicUrl } = env;

  mount(app, listBetaSignups, 'admin', async ({ query }) => findApplications(db, query));

  mount(app, approveBetaSignup, 'admin', async ({ user, params, request }) => {
    const approved = await db.transaction(async (tx) => {
      const result = await approveApplication(tx, { id: params.id, invitedBy: user.id, publicUrl });
      const details = { email: result.signup.email };
      await recordActivity(tx, request, { userId: user.id, action: 'admin.beta.approve', details });
      return result;
    });
    void mail.send();
    return approved;
  });

  mount(app, rejectBetaSignup, 'admin', async ({ user, params, request }) =>
    db.transaction(async (tx) => {
      const signup = await rejectApplication(tx, params.id);
      const details = { email: signup.email };
      await recordActivity(tx, request, { userId: user.id, action: 'admin.beta.reject', details });
      return { signup };
    }),
  );

  mount(app, listUserInvitations, 'admin', async ({ query }) => findInvitations(db, query, publicUrl));

  mount(app, createUserInvitation, 'admin', async ({ user, body, request }) => {
    const invitation = await db.transaction(async (tx) => {
      const result = await invite(tx, { ...body, invitedBy: user.id, publicUrl });
      await recordActivity(tx, request, { userId: user.id, action: 'admin.invite', details: { ...body } });
      return result;
    });
    void mail.send();
    return invitation;
  });

  mount(app, listUsers, 'admin', async ({ query }) => findUsers(db, query));

  mount(app, listUserActivity, 'admin', async ({ query }) => findActivity(db, query));
}
