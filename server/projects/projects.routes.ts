import type { FastifyInstance } from 'fastify';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { limitConcurrentCalls } from '#server/lib/limitConcurrentCalls.ts';
import { mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import { generateConceptImage } from '#shared/contract/concept.ts';
import {
  createProject,
  deleteProject,
  duplicateProject,
  getProject,
  listProjects,
  updateProject,
} from '#shared/contract/projects.ts';
import { drawAndStoreConceptImage } from './concept.service.ts';
import { copyProject } from './duplicating.service.ts';
import { projectsOf } from './projects.queries.ts';
import { addProject, changeProjectFields, readProject, removeProject } from './projects.service.ts';

/** Maximum number of parallel copies of one user. */
const maxCopies = 1;

export function projectsRoutes(app: FastifyInstance, deps: PictureDeps): void {
  projectRoutes(app, deps);
  conceptImageRoute(app, deps);
  duplicateRoute(app, deps);
}

function projectRoutes(app: FastifyInstance, { db, storage }: PictureDeps): void {
  mount(app, listProjects, 'user', async ({ user }) => projectsOf(db, user.id));

  mount(app, getProject, { can: 'read' }, async ({ user, project }) =>
    readProject(db, { projectId: project.id, userId: user.id }, project.role),
  );

  mount(app, createProject, 'user', async ({ user, body, request }) => {
    const project = await addProject(db, user.id, body);
    await recordActivity(db, request, { userId: user.id, projectId: project.id, action: 'project.create' });
    return project;
  });

  mount(app, updateProject, { can: 'write' }, async ({ user, project, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const changed = await changeProjectFields(db, where, project.role, body);
    await recordActivity(db, request, {
      ...where,
      action: 'project.update',
      details: { fields: Object.keys(body) },
    });
    return changed;
  });

  mount(app, deleteProject, { can: 'own' }, async ({ user, project, request }) => {
    await removeProject({ db, storage }, project.id);
    // The project is deleted, so the log entry has its id in the details.
    await recordActivity(db, request, {
      userId: user.id,
      projectId: null,
      action: 'project.delete',
      details: { projectId: project.id },
    });
    return undefined;
  });
}

function conceptImageRoute(app: FastifyInstance, { db, ai, storage }: PictureDeps): void {
  mount(app, generateConceptImage, { can: 'write' }, async ({ user, project, body, request, reply }) => {
    const where = { projectId: project.id, userId: user.id };
    const action = 'ai.image_generation';
    const concept = await drawAndStoreConceptImage({ db, ai, storage }, where, body, {
      ...requestNameOf(project.id, request),
      signal: abortOnDisconnect(reply),
      onKept: (tx) => recordActivity(tx, request, { ...where, action, details: { task: 'concept' } }),
    });
    return { ...concept, project: await readProject(db, where, project.role) };
  });
}

function duplicateRoute(app: FastifyInstance, { db, storage }: PictureDeps): void {
  const begin = limitConcurrentCalls(
    maxCopies,
    'You are already duplicating a project. Please try again when it has finished.',
  );
  mount(app, duplicateProject, { can: 'write' }, async ({ user, project, request, reply }) => {
    begin(user.id, reply);
    const copy = await copyProject({ db, storage }, { projectId: project.id, userId: user.id });
    const details = { projectId: project.id };
    await recordActivity(db, request, {
      userId: user.id,
      projectId: copy.id,
      action: 'project.duplicate',
      details,
    });
    return copy;
  });
}
