import type { InjectOptions } from 'fastify';
import { type Caller, mountedCalls, type TestApp } from '#test/app.ts';
import { seeded } from '#test/random.ts';
import { aWorld, type Name, type World } from '#test/world.ts';
import { callOf, type Operation, operationsIn, plainOperations } from './calls.ts';
import { aGround, type Ground } from './ground.ts';
import { faultOf } from './judge.ts';

/** A call that was not answered as it should be. */
export interface Fault {
  /** With the seed it gives the same call again. */
  number: number;
  as: Name | 'visitor';
  call: InjectOptions;
  fault: string;
}

export interface Fuzzed {
  faults: Fault[];
  /** How often each operation was called and how often it did what was asked, as [done, called]. */
  counts: Map<string, [done: number, called: number]>;
}

const cast = [
  ...[
    'olive',
    'olive',
    'olive',
    'olive',
    'olive',
    'olive',
    'eddie',
    'eddie',
    'cora',
    'vic',
    'sam',
    'ada',
    'nell',
  ],
  'visitor',
] as const;

/** A project is used for so many calls; much of it may be gone after that. */
const callsOfGround = 60;

/**
 * Makes `count` calls by the description that the server gives of itself, each operation as often as the others, as
 * several people. Each call is made of `seed` and its number; in between all that was stored must be readable.
 */
export async function fuzz(
  server: TestApp,
  { seed, count, first = 0 }: { seed: number; count: number; first?: number },
): Promise<Fuzzed> {
  const world = await aWorld(server.db);
  const people = browsers(server, world);
  const operations = [...operationsIn(await described(server)), ...plainOperations];
  expectAll(server, operations);
  const faults: Fault[] = [];
  const counts: Fuzzed['counts'] = new Map();
  let ground: Ground | null = null;
  for (let number = first; number < first + count; number++) {
    if (ground === null || number % callsOfGround === 0) {
      people.renew();
      if (ground) faults.push(...(await unreadable(people.of('olive'), operations, ground, number)));
      ground = await aGround(server.db, world);
    }
    const random = seeded(seed * 1_000_003 + number);
    const operation = operations[number % operations.length] as Operation;
    const as = random.pick(cast);
    const call = callOf(operation, ground, random);
    const answer = await people.of(as).inject(call);
    const fault = faultOf(operation, answer);
    if (fault) faults.push({ number, as, call, fault: `${fault}: ${answer.body.slice(0, 300)}` });
    const name = `${operation.method} ${operation.path}`;
    const [done, called] = counts.get(name) ?? [0, 0];
    counts.set(name, [done + (answer.statusCode < 400 ? 1 : 0), called + 1]);
    if (name === 'DELETE /api/projects/{id}' && answer.statusCode === 204) ground = null;
    if (name === 'GET /api/logout') people.renew();
  }
  return { faults, counts };
}

async function described(server: TestApp): Promise<unknown> {
  return (await server.visitor.get('/api/openapi.json')).json();
}

/** Nobody adds a call that is not fuzzed. */
function expectAll(server: TestApp, operations: readonly Operation[]): void {
  const known = new Set(
    operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const left = mountedCalls(server.app).filter(
    (call) => call !== 'GET /api/openapi.json' && !known.has(call),
  );
  if (left.length > 0) throw new Error(`Not fuzzed: ${left.join(', ')}`);
}

/** A browser for each of the cast, and one for nobody; who signed out is signed in again by `renew`. */
function browsers(server: TestApp, world: World) {
  const open = new Map<Name, Caller>();
  return {
    of(name: Name | 'visitor'): Caller {
      if (name === 'visitor') return server.visitor;
      const browser = open.get(name) ?? server.as(world[name]);
      open.set(name, browser);
      return browser;
    },
    renew: () => open.clear(),
  };
}

/** Whatever was stored, its owner reads it. */
async function unreadable(
  olive: Caller,
  operations: readonly Operation[],
  { projectId }: Ground,
  number: number,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const reads = operations.filter(
    ({ method, path }) =>
      method === 'GET' && /^\/api\/projects(\/\{id\}|$)/.test(path) && !path.endsWith('script-at'),
  );
  for (const operation of reads) {
    const call = { url: operation.path.replace('{id}', String(projectId)) };
    const answer = await olive.inject(call);
    const fault = answer.statusCode === 200 ? faultOf(operation, answer) : `answered ${answer.statusCode}`;
    if (fault)
      faults.push({
        number,
        as: 'olive',
        call,
        fault: `cannot be read: ${fault}: ${answer.body.slice(0, 300)}`,
      });
  }
  return faults;
}

/** So that it can be read, and sent again. */
export function writtenFault(seed: number, { number, as, call, fault }: Fault): string {
  const payload = call.payload instanceof Buffer ? call.payload.toString('latin1') : call.payload;
  const sent = { ...call, ...(payload === undefined ? {} : { payload: String(payload).slice(0, 2000) }) };
  return `seed ${seed}, call ${number}, as ${as}: ${fault}\n  ${JSON.stringify(sent)}`;
}
