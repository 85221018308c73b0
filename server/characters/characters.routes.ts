import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { mount } from '#server/lib/mount.ts';
import type { Storage } from '#server/storage/storage.ts';
import {
  createCharacter,
  deleteCharacter,
  listCharacters,
  mergeCharacter,
  reorderCharacters,
  updateCharacter,
} from '#shared/contract/characters.ts';
import { charactersOf } from './characters.queries.ts';
import {
  addCharacter,
  changeCharacter,
  mergeInto,
  orderCharacters,
  removeCharacter,
} from './characters.service.ts';
import { generatingRoutes } from './generating.routes.ts';

const ofCharacter = { child: characters, thing: 'Character' } as const;

interface Parts {
  db: Db;
  ai: Ai;
  storage: Storage;
}

export function charactersRoutes(app: FastifyInstance, { db, ai, storage }: Parts): void {
  generatingRoutes(app, { db, ai, storage });
  mount(app, listCharacters, { can: 'read' }, async ({ project }) => charactersOf(db, project.id));

  mount(app, createCharacter, { can: 'write' }, async ({ project, user, body }) =>
    addCharacter(db, { projectId: project.id, userId: user.id }, body),
  );

  // The project is that of the characters, and the door reads no bodies.
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
