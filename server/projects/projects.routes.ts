import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { record } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from '#shared/contract/projects.ts';
import { projectsOf } from './projects.queries.ts';
import { addProject, changeProjectFields, readProject, removeProject } from './projects.service.ts';

export function projectsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listProjects, 'user', async ({ user }) => projectsOf(db, user.id));

  mount(app, getProject, { can: 'read' }, async ({ project }) => readProject(db, project.id, project.role));

  mount(app, createProject, 'user', async ({ user, body, request }) => {
    const project = await addProject(db, user.id, body);
    await record(db, request, { userId: user.id, projectId: project.id, action: 'project.create' });
    return project;
  });

  mount(app, updateProject, { can: 'write' }, async ({ user, project, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const changed = await changeProjectFields(db, where, project.role, body);
    await record(db, request, { ...where, action: 'project.update', details: { fields: Object.keys(body) } });
    return changed;
  });

  mount(app, deleteProject, { can: 'own' }, async ({ user, project, request }) => {
    await removeProject(db, project.id);
    // The project is gone, so the log can only say which one it was.
    await record(db, request, {
      userId: user.id,
      projectId: null,
      action: 'project.delete',
      details: { projectId: project.id },
    });
    return undefined;
  });
}
