import { test as vitestTest } from 'vitest';
import type { Models } from '#server/ai/models.ts';
import type { Variables } from '#server/env.ts';
import { anApp } from './app.ts';
import { aDatabase, clear } from './db.ts';
import { aWorld } from './world.ts';

/**
 * Arguments of `anApp`. A file sets them with `test.extend('settings', { scope: 'file' }, …)`. What
 * `test.override` sets at the top of a file would reach the next files, which share this module.
 */
interface ServerSettings {
  variables?: Variables;
  models?: Models;
  overrides?: Parameters<typeof anApp>[2];
}

/** Tests of the database, which the tests of a file share. */
export const databaseTest = vitestTest
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from it
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await aDatabase();
    onCleanup(() => database.close());
    return database;
  })
  .extend('db', { scope: 'file' }, ({ database }) => database.db);

const withServer = vitestTest
  .extend('settings', { scope: 'file' }, {} as ServerSettings)
  .extend('server', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    const server = await anApp(settings.variables, settings.models, settings.overrides);
    onCleanup(() => server.close());
    return server;
  });

/**
 * Tests of the server. The tests of a file share one application with its database, and the users
 * and the project of test/world.ts. `olive`, `eddie` … are their browsers.
 */
export const test = withServer
  .extend('world', { scope: 'file' }, ({ server }) => aWorld(server.db))
  .extend('olive', { scope: 'file' }, ({ server, world }) => server.as(world.olive))
  .extend('eddie', { scope: 'file' }, ({ server, world }) => server.as(world.eddie))
  .extend('cora', { scope: 'file' }, ({ server, world }) => server.as(world.cora))
  .extend('vic', { scope: 'file' }, ({ server, world }) => server.as(world.vic))
  .extend('ada', { scope: 'file' }, ({ server, world }) => server.as(world.ada))
  .extend('sam', { scope: 'file' }, ({ server, world }) => server.as(world.sam))
  .extend('nell', { scope: 'file' }, ({ server, world }) => server.as(world.nell));

/** Tests of the server for which the database is emptied, and the users made again, each time. */
export const newWorldTest = withServer
  .extend('world', { auto: true }, async ({ server }) => {
    await clear(server.db);
    return aWorld(server.db);
  })
  .extend('olive', ({ server, world }) => server.as(world.olive))
  .extend('eddie', ({ server, world }) => server.as(world.eddie))
  .extend('cora', ({ server, world }) => server.as(world.cora))
  .extend('vic', ({ server, world }) => server.as(world.vic))
  .extend('ada', ({ server, world }) => server.as(world.ada))
  .extend('sam', ({ server, world }) => server.as(world.sam))
  .extend('nell', ({ server, world }) => server.as(world.nell));
