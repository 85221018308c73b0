import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { builtin } from '#server/ai/builtin/builtin.ts';
import { videoPrice } from '#server/ai/catalog.ts';
import { modelsFor } from '#server/ai/engines.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import { anApp, type TestApp } from './app.ts';
import { type ScriptedModels, scriptedFilm, scriptedModels } from './models.ts';

/**
 * The application of the web's tests: one in a worker, and one more where a test asks for models that have a price, on the
 * same database. Node loads this file itself (vitest.config.ts), so it is there once however many files a worker runs; what
 * keeps tests apart is that each has people and a project of its own.
 */
interface WorkerApp extends TestApp {
  models: ScriptedModels;
}

let builtIn: Promise<TestApp> | undefined;
let priced: Promise<WorkerApp> | undefined;

export function builtInApp(): Promise<TestApp> {
  builtIn ??= started();
  return builtIn;
}

/** Its models have a price. What they say is what a test scripts; pictures are drawn by the built-in engine in their name. */
export function pricedApp(): Promise<WorkerApp> {
  priced ??= withPrices();
  return priced;
}

async function withPrices(): Promise<WorkerApp> {
  const { db, env } = await builtInApp();
  await seedPrices(db, env);
  await db.insert(aiServicePricing).values(videoPrice(scriptedFilm));
  const models = scriptedModels();
  models.pictures.draw = modelsFor(env, builtin).pictures.draw;
  const database = { db, type: 'embedded', close: async () => undefined } as const;
  return { ...(await started(models, { database })), models };
}

function started(...[models, opened]: [ScriptedModels?, Parameters<typeof anApp>[2]?]): Promise<TestApp> {
  const folder = process.env.TEST_DATA_DIR ?? os.tmpdir(); // made by test/webData.ts
  return anApp({ DATA_DIR: path.join(folder, randomUUID()) }, models, opened);
}
