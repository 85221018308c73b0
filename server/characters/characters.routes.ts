import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { mount } from '#server/lib/mount.ts';
import { createCharacter, listCharacters } from '#shared/contract/characters.ts';
import { charactersOf } from './characters.queries.ts';
import { addCharacter } from './characters.service.ts';

export function charactersRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listCharacters, { can: 'read' }, async ({ project }) => charactersOf(db, project.id));

  mount(app, createCharacter, { can: 'write' }, async ({ project, user, body }) =>
    addCharacter(db, { projectId: project.id, userId: user.id }, body),
  );
}
