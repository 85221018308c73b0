import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { builtin } from '#server/ai/builtin/builtin.ts';
import { videoPrice } from '#server/ai/catalog.ts';
import { modelsFor } from '#server/ai/engines.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import { anApp, type TestApp } from './app.ts';
import { type ScriptedModels, scriptedModels, scriptedVideoModel } from './models.ts';

/**
 * The applications of the web tests: one in each worker, and a second one with priced models if a
 * test needs it, on the same database. Node itself loads this file (vitest.config.ts), so there is
 * one instance for all files of a worker. Tests are isolated because each has its own users and
 * project.
 */
interface WorkerApp extends TestApp {
  models: ScriptedModels;
}

let builtIn: Promise<TestApp> | undefined;
let priced: Promise<WorkerApp> | undefined;

export function builtInApp(): Promise<TestApp> {
  builtIn ??= startApp();
  return builtIn;
}

/**
 * Return the application whose models have a price. A test scripts their answers. The built-in
 * engine draws pictures under their names.
 */
export function pricedApp(): Promise<WorkerApp> {
  priced ??= startPricedApp();
  return priced;
}

async function startPricedApp(): Promise<WorkerApp> {
  const { db, env } = await builtInApp();
  await seedPrices(db, env);
  await db.insert(aiServicePricing).values(videoPrice(scriptedVideoModel));
  const models = scriptedModels();
  models.pictures.draw = modelsFor(env, builtin).pictures.draw;
  const database = { db, type: 'embedded', close: async () => undefined } as const;
  return { ...(await startApp(models, { database })), models };
}

function startApp(...[models, opened]: [ScriptedModels?, Parameters<typeof anApp>[2]?]): Promise<TestApp> {
  const folder = process.env.TEST_DATA_DIR ?? os.tmpdir(); // made by test/webData.ts
  return anApp({ DATA_DIR: path.join(folder, randomUUID()) }, models, opened);
}
