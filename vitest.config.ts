import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongTestsFirst } from './scripts/longTestsFirst.ts';

const root = import.meta.dirname;
/**
 * Modules that the tests of the web load by Node itself, once in a worker, because they need no
 * window: the server and its imports, and files of test/ that import neither the web nor Vitest.
 */
const withoutWindow = [
  new RegExp(`^${root}/(server|shared|screenplay|engines)/`),
  new RegExp(`^${root}/test/(workerApp|app|db|factories|models|upload|world)\\.ts$`),
];

/** Maximum time of polling. The default of one second is too short on a busy machine. */
const waiting = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{cli,screenplay,engines,shared,server,scripts,test}/**/*.test.ts'],
          pool: 'forks',
          // Files share imported modules and PGlite: loading both per file took half of the time.
          isolate: false,
          // For tests that hang only: a busy machine takes ten times as long as a quiet one.
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
          // Files share a window, which is reset before each test: one per file took half the time.
          isolate: false,
          globalSetup: 'test/webData.ts',
          setupFiles: 'test/cleanWindow.ts',
          // Without setInterval, by which jsdom makes frames: a fake one would stop them for good.
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
    // One more than two cores, because some tests wait for processes.
    maxWorkers: 3,
    sequence: { sequencer: LongTestsFirst },
  },
});
