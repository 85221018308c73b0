import type { FastifyInstance } from 'fastify';
import { characters } from '#server/db/schema/script.ts';
import { mount } from '#server/lib/mount.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import {
  createCharacter,
  deleteCharacter,
  listCharacters,
  mergeCharacter,
  reorderCharacters,
  updateCharacter,
} from '#shared/contract/characters.ts';
import { findCharacters } from './characters.queries.ts';
import {
  addCharacter,
  changeCharacter,
  mergeInto,
  orderCharacters,
  removeCharacter,
} from './characters.service.ts';
import { generatingRoutes } from './generating.routes.ts';

const ofCharacter = { child: characters, thing: 'Character' } as const;

export function charactersRoutes(app: FastifyInstance, { db, ai, storage }: PictureDeps): void {
  generatingRoutes(app, { db, ai, storage });
  mount(app, listCharacters, { can: 'read' }, async ({ project }) => findCharacters(db, project.id));

  mount(app, createCharacter, { can: 'write' }, async ({ project, user, body }) =>
    addCharacter(db, { projectId: project.id, userId: user.id }, body),
  );

  // The project follows from the characters in the body, which the session check does not read.
  mount(app, reorderCharacters, 'user', async ({ user, body }) => {
    await orderCharacters(db, user.id, body.characterIds);
    return { success: true as const };
  });

  mount(app, updateCharacter, { can: 'write', ...ofCharacter }, async ({ project, user, params, body }) =>
    changeCharacter(db, { projectId: project.id, userId: user.id }, params.id, body),
  );

  mount(app, deleteCharacter, { can: 'write', ...ofCharacter }, async ({ project, user, params }) => {
    await removeCharacter({ db, storage }, { projectId: project.id, userId: user.id }, params.id);
    return undefined;
  });

  mount(app, mergeCharacter, { can: 'write', ...ofCharacter }, async ({ project, user, params, body }) =>
    mergeInto({ db, storage }, { projectId: project.id, userId: user.id }, params.id, body),
  );
}
