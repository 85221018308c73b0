import fs from 'node:fs';
import v8 from 'node:v8';

/*
 * Node loads this module before a server (NODE_OPTIONS), so that bench/chaos.ts can move its clock
 * and fill its memory: at SIGUSR2 it reads the file in FAULTS_FILE.
 */

export interface InjectedFaults {
  /** Difference of the clock from the right time. */
  clockMs?: number;
  /** Memory that is left to the server. */
  freeHeapMb?: number;
}

const megabyte = 1_048_576;
let ballast: unknown[] = [];
let clockMs = 0;
const rightNow = Date.now.bind(Date);

Date.now = () => rightNow() + clockMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length === 0 ? [Date.now()] : given, target) as object,
});

process.on('SIGUSR2', () => {
  const text = fs.readFileSync(process.env.FAULTS_FILE ?? '', 'utf8');
  const faults = JSON.parse(text) as InjectedFaults;
  clockMs = faults.clockMs ?? 0;
  ballast = faults.freeHeapMb === undefined ? [] : ballastUntil(faults.freeHeapMb * megabyte);
});

/** Allocate memory of the heap until so much is left. */
function ballastUntil(freeBytes: number): unknown[] {
  const { heap_size_limit: limit, used_heap_size: used } = v8.getHeapStatistics();
  const count = Math.max(0, Math.floor((limit - used - freeBytes) / megabyte));
  return Array.from({ length: count }, () => new Array(megabyte / 8).fill(0));
}

// Keeps the memory in use.
process.on('exit', () => ballast.length);
