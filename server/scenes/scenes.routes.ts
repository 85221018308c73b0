import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { scenes } from '#server/db/schema/script.ts';
import { record } from '#server/lib/activity.ts';
import { departure } from '#server/lib/departure.ts';
import { mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import type { Storage } from '#server/storage/storage.ts';
import {
  createScene,
  deleteScene,
  generateSceneImage,
  listScenes,
  updateScene,
} from '#shared/contract/scenes.ts';
import { drawSceneImage } from './sceneImage.service.ts';
import { scenesOf } from './scenes.queries.ts';
import { addScene, changeScene, removeScene } from './scenes.service.ts';

interface Parts {
  db: Db;
  ai: Ai;
  storage: Storage;
}

const ofScene = { child: scenes, thing: 'Scene' } as const;

export function scenesRoutes(app: FastifyInstance, { db, ai, storage }: Parts): void {
  mount(app, listScenes, { can: 'read' }, async ({ project }) => scenesOf(db, project.id));

  mount(app, createScene, { can: 'write' }, async ({ project, user, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const scene = await addScene(db, where, body);
    await record(db, request, { ...where, action: 'scene.create', details: { sceneId: scene.id } });
    return scene;
  });

  mount(app, updateScene, { can: 'write', ...ofScene }, async ({ project, user, params, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const scene = await changeScene(db, where, params.id, body);
    const details = { sceneId: params.id, fields: Object.keys(body) };
    await record(db, request, { ...where, action: 'scene.update', details });
    return scene;
  });

  mount(app, deleteScene, { can: 'write', ...ofScene }, async ({ project, user, params, request }) => {
    const where = { projectId: project.id, userId: user.id };
    await removeScene({ db, storage }, where, params.id);
    await record(db, request, { ...where, action: 'scene.delete', details: { sceneId: params.id } });
    return undefined;
  });

  mount(
    app,
    generateSceneImage,
    { can: 'write', ...ofScene },
    async ({ project, user, params, request, reply }) => {
      const where = { projectId: project.id, userId: user.id };
      const details = { task: 'scene', sceneId: params.id };
      return drawSceneImage({ db, ai, storage }, where, params.id, {
        ...requestNameOf(project.id, request),
        signal: departure(reply),
        onKept: (tx) => record(tx, request, { ...where, action: 'ai.image_generation', details }),
      });
    },
  );
}
