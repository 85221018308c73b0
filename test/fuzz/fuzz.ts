import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { exportFormatNames } from '#screenplay/exportFormats.ts';
import type { UserRow } from '#server/auth/accounts.ts';
import { users } from '#server/db/schema/people.ts';
import { openLiveEvents } from '#shared/contract/live.ts';
import { type Caller, mountedCalls, type TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { seeded } from '#test/random.ts';
import { callOf, type Operation, operationsIn, plainOperations } from './calls.ts';
import { createFuzzProject, type FuzzPerson, type FuzzProject } from './ground.ts';
import { faultOf } from './judge.ts';
import { preparedCalls } from './preparedCalls.ts';

/** A call with a wrong answer. */
export interface FuzzFault {
  /** With the seed, it reproduces the call. */
  number: number;
  as: CallerName;
  call: InjectOptions;
  fault: string;
}

export interface FuzzResult {
  faults: FuzzFault[];
  /** Number of calls of each operation, and how many of them succeeded, as [done, called]. */
  counts: Map<string, [done: number, called: number]>;
}

/**
 * The owner is the most frequent caller, because most operations succeed only for a user with that
 * role.
 */
const callers = [
  ...Array<FuzzPerson>(6).fill('owner'),
  ...Array<FuzzPerson>(2).fill('editor'),
  ...(['commenter', 'viewer', 'stranger', 'admin', 'visitor'] as const),
];
type CallerName = (typeof callers)[number];
/** Callers of the operations for administrators. */
const administrators = ['admin', 'admin', ...callers.slice(-3)] as const;

/** Share of the calls that are valid ones, for operations that random calls never reach. */
const preparedShare = 0.2;

/** Operations that end sessions. */
const signingOut = new Set(['GET /api/logout', 'DELETE /api/admin/users/{userId}/sessions']);

/** Number of calls before the project is replaced. By then many of its rows may be deleted. */
const callsPerProject = 60;

/**
 * Make `count` calls from the server's own API description, as several users. Each operation is
 * called equally often. Each call is derived from `seed` and its number. In between, all stored
 * data must be readable.
 */
export async function fuzz(
  server: TestApp,
  { seed, count, first = 0 }: { seed: number; count: number; first?: number },
): Promise<FuzzResult> {
  const admin = await administratorOf(server);
  const people = createBrowsers(server, admin);
  const operations = [...operationsIn(await readApiDescription(server)), ...plainOperations];
  expectAllFuzzed(server, operations);
  const faults: FuzzFault[] = [];
  const counts: FuzzResult['counts'] = new Map();
  let fuzzProject: FuzzProject | null = null;
  for (let number = first; number < first + count; number++) {
    if (fuzzProject === null || number % callsPerProject === 0) {
      if (fuzzProject)
        faults.push(
          ...(await findUnreadable(server.as(fuzzProject.people.owner), operations, fuzzProject, number)),
        );
      fuzzProject = await createFuzzProject(server.db);
      people.renew(fuzzProject);
    }
    const random = seeded(seed * 1_000_003 + number);
    const operation = operations[number % operations.length] as Operation;
    const name = `${operation.method} ${operation.path}`;
    const isPrepared = random.chance(preparedShare);
    const prepared = isPrepared ? await preparedCalls[name]?.({ server, fuzzProject }) : null;
    const randomAs = random.pick(operation.path.startsWith('/api/admin/') ? administrators : callers);
    const { as, call } = prepared ?? { as: randomAs, call: callOf(operation, fuzzProject, random) };
    const answer = await answerTo(people.of(as), operation, call);
    const fault = faultOf(operation, answer);
    if (fault) faults.push({ number, as, call, fault: `${fault}: ${answer.body.slice(0, 300)}` });
    const [done, called] = counts.get(name) ?? [0, 0];
    counts.set(name, [done + (answer.statusCode < 400 ? 1 : 0), called + 1]);
    if (name === 'DELETE /api/projects/{id}' && answer.statusCode === 204) fuzzProject = null;
    if (signingOut.has(name) && fuzzProject) people.renew(fuzzProject);
  }
  return { faults, counts };
}

/** Return the user with the administrator's address, who may be there from an earlier run. */
async function administratorOf({ db, env }: TestApp): Promise<UserRow> {
  const email = env.adminEmails[0] ?? '';
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? (await aUser(db, { email }));
}

/** Make a call, and end its answer if that is the stream of live events, which has no end. */
async function answerTo(
  caller: Caller,
  { path }: Operation,
  call: InjectOptions,
): Promise<LightMyRequestResponse> {
  if (!isLiveEvents(path)) return caller.inject(call);
  const answer = await caller.inject({ ...call, payloadAsStream: true });
  const isEndless = answer.statusCode === 200;
  if (isEndless) answer.raw.res.destroy();
  const rawPayload = isEndless ? Buffer.alloc(0) : await buffer(answer.stream());
  const body = rawPayload.toString();
  return Object.assign(answer, { rawPayload, payload: body, body });
}

function isLiveEvents(path: string): boolean {
  return path === openLiveEvents.path.replace(':id', '{id}');
}

async function readApiDescription(server: TestApp): Promise<unknown> {
  return (await server.visitor.get('/api/openapi.json')).json();
}

/** Throw if the server has calls that are not fuzzed. */
function expectAllFuzzed(server: TestApp, operations: readonly Operation[]): void {
  const known = new Set(
    operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const left = mountedCalls(server.app).filter(
    (call) => call !== 'GET /api/openapi.json' && !known.has(call),
  );
  if (left.length > 0) throw new Error(`Not fuzzed: ${left.join(', ')}`);
}

/** Return a browser for each user, and one without a session. `renew` signs all users in again. */
function createBrowsers(server: TestApp, admin: UserRow) {
  let open = new Map<CallerName, Caller>();
  return {
    of: (name: CallerName): Caller => open.get(name) ?? server.visitor,
    renew({ people }: FuzzProject): void {
      const users = Object.entries({ ...people, admin });
      open = new Map(users.map(([name, person]) => [name as CallerName, server.as(person)]));
    },
  };
}

/** Return the reads that fail for the owner, who must be able to read all stored data. */
async function findUnreadable(
  owner: Caller,
  operations: readonly Operation[],
  { projectId }: FuzzProject,
  number: number,
): Promise<FuzzFault[]> {
  const faults: FuzzFault[] = [];
  // A call may have transferred the project. Then the former owner may not make all reads.
  const { role } = (await owner.get(`/api/projects/${projectId}`)).json();
  if (role !== 'owner') return faults;
  const reads = operations.filter(
    ({ method, path }) =>
      method === 'GET' &&
      /^\/api\/projects(\/\{id\}|$)/.test(path) &&
      !/\/(script-at|script-moment|script-elements\/changes|live|live\/events)$/.test(path),
  );
  for (const operation of reads) {
    const format = exportFormatNames[projectId % exportFormatNames.length] ?? '';
    const call = {
      url: operation.path.replace('{id}', String(projectId)).replace('{format}', format),
    };
    const answer = await owner.inject(call);
    const fault = answer.statusCode === 200 ? faultOf(operation, answer) : `answered ${answer.statusCode}`;
    if (fault)
      faults.push({
        number,
        as: 'owner',
        call,
        fault: `cannot be read: ${fault}: ${answer.body.slice(0, 300)}`,
      });
  }
  return faults;
}

/** Describe a fault so that it can be read and the call repeated. */
export function formatFault(seed: number, { number, as, call, fault }: FuzzFault): string {
  const payload = call.payload instanceof Buffer ? call.payload.toString('latin1') : call.payload;
  const sent = { ...call, ...(payload === undefined ? {} : { payload: String(payload).slice(0, 2000) }) };
  return `seed ${seed}, call ${number}, as ${as}: ${fault}\n  ${JSON.stringify(sent)}`;
}
