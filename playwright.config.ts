import { defineConfig } from '@playwright/test';
import { chromiumPath } from './test/e2e/chromium.ts';

/** The browser journeys: each on a server of its own, on PGlite and, where there is one, on Postgres. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // A server and a browser each, which wait for one another half of the time: three keep two cores busy.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // One: a run of ten minutes does not hang on a busy machine. Who needed it is named at the end, to be mended.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    // Half of what a short test costs is a new process of the browser, which reads all code anew. A test that expects
    // something of the browser itself asks for one of its own; docs/decisions/0055.
    reuseContext: true,
    // Each would fetch the whole program for a test that never goes offline; those that do, and the main job, have one.
    serviceWorkers: 'block',
    // A trace costs every test a tenth of its time: TRACE=1 keeps those of failures, to look into one.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: await chromiumPath(),
      // The packaged browser's own list would switch protections off; these only keep it quiet and offline.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // The long one on Postgres first: it would run alone at the end.
  projects: [
    ...(process.env.TEST_DATABASE_URL ? [{ name: 'postgres', testMatch: 'story.spec.ts' }] : []),
    { name: 'embedded' },
  ],
});
