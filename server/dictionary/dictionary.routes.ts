import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { mount } from '#server/lib/mount.ts';
import {
  addOwnWord,
  addOwnWords,
  addProjectWord,
  listDictionary,
  removeOwnWord,
  removeProjectWord,
} from '#shared/contract/dictionary.ts';
import {
  addWordOfProject,
  deleteWord,
  removeWordOfProject,
  storeWord,
  storeWordsOfUser,
  wordsFor,
} from './dictionary.service.ts';

export function dictionaryRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listDictionary, { can: 'read' }, async ({ project, user }) =>
    wordsFor(db, { projectId: project.id, userId: user.id }),
  );

  mount(app, addProjectWord, { can: 'write' }, async ({ project, user, body }) =>
    addWordOfProject(db, { projectId: project.id, userId: user.id }, body.word),
  );

  mount(app, removeProjectWord, { can: 'write', thing: 'Word' }, async ({ project, user, params }) => {
    await removeWordOfProject(db, { projectId: project.id, userId: user.id }, params.wordId);
    return undefined;
  });

  mount(app, addOwnWord, { can: 'read' }, async ({ project, user, body }) =>
    storeWord(db, { projectId: project.id, userId: user.id }, body.word, body.scope),
  );

  mount(app, addOwnWords, 'user', async ({ user, body }) => storeWordsOfUser(db, user.id, body.words));

  mount(app, removeOwnWord, { can: 'read', thing: 'Word' }, async ({ project, user, params }) => {
    await deleteWord(db, { projectId: project.id, userId: user.id }, params.wordId, ['person', 'script']);
    return undefined;
  });
}
