import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallPart, CallTimes, runCall } from '#server/db/callTimes.ts';
import { openLiveChannel, openLiveEvents, pollLiveChannel } from '#shared/contract/live.ts';

/**
 * Main reason why a call took long: the part that took most of it. locks: it was repeated, because
 * other transactions locked its rows. event-loop: this process computed. other: anything else, such
 * as an upload that the handler reads.
 */
export const slowReasons = [
  ...(['receiving', 'connection', 'database', 'queue', 'thread', 'storage', 'model', 'sending'] as const),
  ...(['locks', 'event-loop', 'other'] as const),
] as const;
export type SlowReason = (typeof slowReasons)[number];

/** Reasons outside of this server: the client's network, and models, which need seconds. */
const expectedReasons = new Set<SlowReason>(['receiving', 'sending', 'model']);

/** Calls that stay open on purpose. */
const openRoutes = new Set<string>([openLiveChannel.path, openLiveEvents.path, pollLiveChannel.path]);

/** Return whether calls of a route stay open on purpose. */
export function isOpenRoute(route: string): boolean {
  return openRoutes.has(route);
}

export interface SlowCall {
  at: Date;
  method: string;
  route: string;
  status: number;
  ms: number;
  reason: SlowReason;
}

/** Number of slow calls that the administrators' page can show. */
const maxStored = 50;

/** The latest slow calls of this process, newest first. */
export interface SlowCalls {
  latest(): readonly SlowCall[];
  /** Number since the start. */
  count(): number;
}

type SlowCallListener = (call: SlowCall) => void;

/** Return how long the event loop has been active since a measurement. */
type ActiveSince = (start: EventLoopUtilization) => number;
const activeSince: ActiveSince = (start) => performance.eventLoopUtilization(start).active;

/**
 * Time the parts of each call, and log slow calls with the reason: those that take longer than
 * `slowMs`. Add it before all other steps of a request.
 */
export function watchSlowCalls(
  app: FastifyInstance,
  slowMs: number,
  onSlow: SlowCallListener = () => undefined,
  activeMsSince: ActiveSince = activeSince,
): SlowCalls {
  const stored: SlowCall[] = [];
  let count = 0;
  timeParts(app, (request, { times, loop, ms, status }) => {
    const { url: route = 'none' } = request.routeOptions;
    if (ms <= slowMs || isOpenRoute(route)) return;
    const activeMs = activeMsSince(loop);
    const parts = times.msAt(performance.now());
    const reason = reasonOf({ ms, parts, activeMs, retries: times.retries });
    const call = { at: new Date(), method: request.method, route, status, ms: Math.round(ms), reason };
    const { at: _, ...line } = call;
    const level = expectedReasons.has(reason) ? 'info' : 'warn';
    const details = { parts: rounded(parts), counts: times.counts, retries: times.retries };
    request.log[level]({ ...line, ...details, eventLoopMs: Math.round(activeMs) }, 'slow call');
    count += 1;
    stored.unshift(call);
    stored.splice(maxStored);
    onSlow(call);
  });
  return { latest: () => stored, count: () => count };
}

interface TimedCall {
  times: CallTimes;
  /** Use of the event loop when the call arrived. */
  loop: EventLoopUtilization;
  ms: number;
  status: number;
}

const timesOfRequests = new WeakMap<FastifyRequest, CallTimes>();

/** Return the times of a call, for traces. */
export function callTimesOf(request: FastifyRequest): CallTimes | undefined {
  return timesOfRequests.get(request);
}

/** Time the parts of each call, and notify `onEnd`. */
function timeParts(app: FastifyInstance, onEnd: (request: FastifyRequest, call: TimedCall) => void): void {
  const loops = new WeakMap<FastifyRequest, EventLoopUtilization>();
  app.addHook('onRequest', (request, _reply, done) => {
    const times = new CallTimes();
    timesOfRequests.set(request, times);
    loops.set(request, performance.eventLoopUtilization());
    runCall(times, done);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    callTimesOf(request)?.start('receiving', performance.now());
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    callTimesOf(request)?.end('receiving', performance.now());
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    callTimesOf(request)?.start('sending', performance.now());
    done(null, payload);
  });
  app.addHook('onResponse', async (request, reply) => {
    const times = callTimesOf(request);
    const loop = loops.get(request);
    if (!times || !loop) return;
    times.end('sending', performance.now());
    onEnd(request, { times, loop, ms: reply.elapsedTime, status: reply.statusCode });
  });
}

interface CallFigures {
  ms: number;
  parts: Partial<Record<CallPart, number>>;
  /** Time in which the event loop was active during the call, with other calls' work. */
  activeMs: number;
  retries: number;
}

/** Return the part that took most of a call. */
export function reasonOf({ ms, parts, activeMs, retries }: CallFigures): SlowReason {
  const entries = Object.entries(parts) as [CallPart, number][];
  const rest = ms - entries.reduce((sum, [, each]) => sum + each, 0);
  const [main, mainMs] = entries.reduce<[CallPart | null, number]>(
    (best, each) => (each[1] > best[1] ? each : best),
    [null, 0],
  );
  const hasRetried = retries > 0;
  // While the event loop is busy, every part waits for it.
  if (activeMs > ms * 0.9 && main !== 'thread' && !hasRetried) return 'event-loop';
  if (hasRetried && (main === 'database' || main === 'connection' || rest > mainMs)) return 'locks';
  if (main !== null && mainMs >= rest) return main;
  return activeMs > rest / 2 ? 'event-loop' : 'other';
}

function rounded(parts: Partial<Record<CallPart, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).map(([part, ms]) => [part, Math.round(ms)]));
}
