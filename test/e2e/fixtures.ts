import fs from 'node:fs';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Console, watchConsole } from './console.ts';
import { looks } from './looks.ts';
import { followLink, type RunningServer, startServer } from './server.ts';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export const owner = 'olive@example.org';
/** The address of a user who signs in as part of a test. */
export const newcomer = 'eddie@example.org';

/** One server for all tests of a worker. The owner is signed in unless a test uses `visitor`. */
export const test = base.extend<
  { browserConsole: Console; slowdown: undefined },
  { server: RunningServer; session: Session }
>({
  server: [
    async ({ browserName: _ }, use) => {
      const people = [owner, newcomer, ...looks.map(({ email }) => email)];
      const server = await startServer('embedded', { ADMIN_EMAILS: people.join() });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  session: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext();
      await followLink(context.request, await server.signInLink());
      await use(await context.storageState());
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  storageState: async ({ session }, use) => use(session),
  /** Fails a test that ends with console messages, except for the errors that it expects. */
  browserConsole: [
    async ({ context }, use) => {
      const console = watchConsole(context);
      await use(console);
      expect(console.problems()).toEqual([]);
    },
    { auto: true },
  ],
  /** Slows down the processor of every page by the factor `SLOWDOWN`, as on a busy machine. */
  slowdown: [
    async ({ context }, use) => {
      const rate = Number(process.env.SLOWDOWN ?? 1);
      const slow = async (page: Page) => {
        const devTools = await context.newCDPSession(page);
        await devTools.send('Emulation.setCPUThrottlingRate', { rate });
      };
      if (rate > 1) context.on('page', slow);
      await use(undefined);
      context.off('page', slow);
    },
    { auto: true },
  ],
});

/** Storage of a browser without a session. */
export const visitor = { cookies: [], origins: [] };

export const nightFerryFile = {
  name: 'night-ferry.fountain',
  mimeType: 'text/plain',
  buffer: fs.readFileSync('screenplay/fixtures/night-ferry.fountain'),
};

/** Two scenes of Night Ferry that fit on one page. */
export const onePage = {
  name: 'one-page.fountain',
  mimeType: 'text/plain',
  buffer: Buffer.from(`EXT. HARBOUR - NIGHT

Rain on black water.

MARA
Forty-one. Forty-two.

TOBIAS
(waving a wet ticket)
Wait! I have a ticket!

MARA
It was Thursday.

She blows the whistle. The ramp, already rising, stops.

CUT TO:

INT. LINNEA - CAR DECK - CONTINUOUS

Chains. Diesel.

TOBIAS
After you.

Nobody laughs.
`),
};

/** Two scenes whose video lasts a few seconds, because the test encodes each second of it. */
export const twoScenes = {
  name: 'two-scenes.fountain',
  mimeType: 'text/plain',
  buffer: Buffer.from(`EXT. HARBOUR - NIGHT

Rain on black water.

MARA
Forty-one. Forty-two.

INT. LINNEA - CAR DECK - CONTINUOUS

TOBIAS
After you.
`),
};
