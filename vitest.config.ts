import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongTestsFirst } from './scripts/longTestsFirst.ts';

const root = import.meta.dirname;
/**
 * What runs without a window is Node's own in the web's tests: loaded once in a worker, however many files that runs. The
 * server and what it leans on, and of test/ what imports neither the web nor Vitest.
 */
const withoutWindow = [
  new RegExp(`^${root}/(server|shared|screenplay|engines)/`),
  new RegExp(`^${root}/test/(workerApp|app|db|factories|models|upload|world)\\.ts$`),
];

/** A second, which is what is waited for otherwise, passes on a busy machine before anything has happened. */
const waiting = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{screenplay,engines,shared,server,scripts,test}/**/*.test.ts'],
          pool: 'forks',
          // Files share what they import, and PGlite: half of the time went into starting both anew for each.
          isolate: false,
          // What does not end at all; a busy machine takes ten times as long as a quiet one.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: waiting,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // Files share a window, which each test finds as if it were new: making one took half of the time.
          isolate: false,
          globalSetup: 'test/webData.ts',
          setupFiles: 'test/cleanWindow.ts',
          // The window keeps its frames by an interval: one that stands still would stop them for every later file.
          fakeTimers: {
            toFake: [
              'setTimeout',
              'clearTimeout',
              'Date',
              'performance',
              'requestAnimationFrame',
              'cancelAnimationFrame',
            ],
          },
          include: ['web/**/*.test.{ts,tsx}'],
          server: { deps: { external: withoutWindow } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: waiting,
        },
      },
    ],
    // One more than two cores: whole processes are waited for in a few of them.
    maxWorkers: 3,
    sequence: { sequencer: LongTestsFirst },
  },
});
