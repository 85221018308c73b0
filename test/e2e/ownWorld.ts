import { aWorld, type World } from '#test/world.ts';
import { test, visitor } from './fixtures.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';

/** The application of a test file, and the people and the project of the running test. */
interface OwnWorld {
  app: OwnApp;
  world: World;
}

/**
 * Start an application for the tests of a file, each with its own world. Nobody is signed in. The
 * fields are set while a test runs.
 */
export function ownWorldPerTest(): OwnWorld {
  const own = {} as OwnWorld;
  test.beforeAll(async () => {
    own.app = await anOwnApp();
  });
  test.beforeEach(async () => {
    own.world = await aWorld(own.app.db, { host: `${crypto.randomUUID().slice(0, 8)}.example.com` });
  });
  test.afterAll(() => own.app.close());
  test.use({ storageState: visitor });
  return own;
}
