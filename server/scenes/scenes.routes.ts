import type { FastifyInstance } from 'fastify';
import { scenes } from '#server/db/schema/script.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import {
  arrangeScenes,
  cancelSceneVideo,
  createScene,
  deleteScene,
  deleteSceneVideo,
  generateSceneImage,
  generateSceneVideo,
  listScenes,
  updateScene,
} from '#shared/contract/scenes.ts';
import { arrangeScenesOf } from './arranging.service.ts';
import { drawAndStoreSceneImage } from './sceneImage.service.ts';
import { findScenes } from './scenes.queries.ts';
import { addScene, changeScene, removeScene } from './scenes.service.ts';
import { cancelVideoJob, orderSceneVideo, removeVideo } from './sceneVideo.service.ts';
import type { VideoJobs } from './videoJobs.ts';

const ofScene = { child: scenes, thing: 'Scene' } as const;

type ScenesDeps = PictureDeps & { films: VideoJobs };

export function scenesRoutes(app: FastifyInstance, deps: ScenesDeps): void {
  sceneRoutes(app, deps);
  sceneImageRoutes(app, deps);
  sceneVideoRoutes(app, deps);
}

function sceneRoutes(app: FastifyInstance, { db, storage }: ScenesDeps): void {
  mount(app, listScenes, { can: 'read' }, async ({ project }) => findScenes(db, project.id));

  mount(app, createScene, { can: 'write' }, async ({ project, user, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const scene = await addScene(db, where, body);
    await recordActivity(db, request, { ...where, action: 'scene.create', details: { sceneId: scene.id } });
    return scene;
  });

  mount(app, arrangeScenes, { can: 'write' }, async ({ project, user, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const scenes = await arrangeScenesOf(db, where, body.scenes);
    const details = { scenes: scenes.length };
    await recordActivity(db, request, { ...where, action: 'scene.arrange', details });
    return scenes;
  });

  mount(app, updateScene, { can: 'write', ...ofScene }, async ({ project, user, params, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const scene = await changeScene(db, where, params.id, body);
    const details = { sceneId: params.id, fields: Object.keys(body) };
    await recordActivity(db, request, { ...where, action: 'scene.update', details });
    return scene;
  });

  mount(app, deleteScene, { can: 'write', ...ofScene }, async ({ project, user, params, request }) => {
    const where = { projectId: project.id, userId: user.id };
    await removeScene({ db, storage }, where, params.id);
    await recordActivity(db, request, { ...where, action: 'scene.delete', details: { sceneId: params.id } });
    return undefined;
  });
}

function sceneImageRoutes(app: FastifyInstance, { db, ai, storage }: ScenesDeps): void {
  mount(
    app,
    generateSceneImage,
    { can: 'write', ...ofScene },
    async ({ project, user, params, request, reply }) => {
      const where = { projectId: project.id, userId: user.id };
      const details = { task: 'scene', sceneId: params.id };
      return drawAndStoreSceneImage({ db, ai, storage }, where, params.id, {
        ...requestNameOf(project.id, request),
        signal: abortOnDisconnect(reply),
        onKept: (tx) => recordActivity(tx, request, { ...where, action: 'ai.image_generation', details }),
      });
    },
  );
}

function sceneVideoRoutes(app: FastifyInstance, { db, ai, storage, films }: ScenesDeps): void {
  mount(
    app,
    generateSceneVideo,
    { can: 'write', ...ofScene },
    async ({ project, user, params, body, request }) => {
      const where = { projectId: project.id, userId: user.id };
      const details = { task: 'scene_video', sceneId: params.id };
      const ordered = await orderSceneVideo({ db, ai }, where, params.id, body.prompt ?? null, {
        ...requestNameOf(project.id, request),
        onOrdered: (tx) => recordActivity(tx, request, { ...where, action: 'ai.video_generation', details }),
      });
      films.wake();
      return ordered;
    },
  );

  mount(app, cancelSceneVideo, { can: 'write', ...ofScene }, async ({ project, user, params }) => {
    const cancelled = await cancelVideoJob({ db, ai }, { projectId: project.id, userId: user.id }, params.id);
    films.wake();
    return cancelled;
  });

  mount(app, deleteSceneVideo, { can: 'write', ...ofScene }, async ({ project, user, params, request }) => {
    const where = { projectId: project.id, userId: user.id };
    const removed = await removeVideo({ db, storage }, where, params.id);
    const details = { sceneId: params.id, fields: ['videoUrl'] };
    await recordActivity(db, request, { ...where, action: 'scene.update', details });
    return removed;
  });
}
