import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { VideoJobs } from '#server/scenes/videoJobs.ts';
import type { User } from '#shared/contract/auth.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { Caller, TestApp } from './app.ts';
import type { ScriptedModels } from './models.ts';
import { aNetwork, type Network } from './network.ts';
import { builtInApp, pricedApp } from './workerApp.ts';
import { aWorld, type Name, type ScriptLine, type World } from './world.ts';

// At import, so that no test includes the time of the start.
await builtInApp();

export interface BrowserOptions {
  /** The signed-in user; null: no user is signed in. */
  user?: Name | null;
  /** The script of the project, instead of Night Ferry's. */
  lines?: readonly ScriptLine[];
  /** Further columns of the project. */
  columns?: Partial<ProjectRow>;
}

export interface TestBrowser {
  network: Network;
  db: Db;
  people: World;
  /**
   * The project as the signed-in user receives it. If that user may not see it: as its owner
   * receives it.
   */
  project: Project;
  /** The project's id in URLs. */
  code: string;
  /** The signed-in user as the server returns it. */
  user: User | null;
  /** The worker of scene videos. It is not started. */
  films: VideoJobs;
  /** Replaces the provider where models have a price. */
  models: ScriptedModels | null;
  /** Calls of another user, in addition to those of this browser. */
  as(name: Name): Caller;
}

/**
 * Prepare this window for the real application. `fetch` ends in a server in this process, with new
 * users and a new project of test/world.ts: `const { network, project } = await aBrowser()`. Rules
 * of the network drop, hold or answer calls.
 */
export async function aBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  return { ...(await browserOn(await builtInApp(), options)), models: null };
}

/**
 * Prepare a browser as `aBrowser` does, with models that have a price and answer as the test
 * scripts them.
 */
export async function aBrowserWithModels(
  options: BrowserOptions = {},
): Promise<TestBrowser & { models: ScriptedModels }> {
  const server = await pricedApp();
  return { ...(await browserOn(server, options)), models: server.models };
}

async function browserOn(
  server: TestApp,
  { user = 'olive', lines, columns }: BrowserOptions,
): Promise<Omit<TestBrowser, 'models'>> {
  const { db, env } = server;
  const people = await aWorld(db, { host: `${randomUUID().slice(0, 8)}.example.com`, lines });
  env.adminEmails.push(people.ada.email);
  const { project, projectUrl } = people;
  if (columns) await db.update(projects).set(columns).where(eq(projects.id, project.id));
  const browser = user ? server.as(people[user]) : server.visitor;
  const reply = await browser.get(projectUrl);
  const readableReply = reply.statusCode === 200 ? reply : await server.as(people.olive).get(projectUrl);
  return {
    network: aNetwork(browser),
    db,
    people,
    project: readableReply.json(),
    code: encodeProjectId(project.id),
    user: user ? (await browser.get('/api/auth/user')).json() : null,
    as: (name) => server.as(people[name]),
    films: server.films,
  };
}

/** Set the balance of a user, and add the matching row to the ledger. */
export async function setBalance(
  { db, people }: Pick<TestBrowser, 'db' | 'people'>,
  name: Name,
  credits: number,
): Promise<void> {
  const { id, creditBalance } = people[name];
  await db.update(users).set({ creditBalance: credits }).where(eq(users.id, id));
  await db.insert(creditTransactions).values({
    userId: id,
    type: 'usage',
    amount: credits - creditBalance,
    creditsAfter: credits,
    description: 'Spent before',
  });
}
