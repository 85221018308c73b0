import type { BrowserContext } from '@playwright/test';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { freePort } from '#test/ports.ts';

/**
 * The application in the process of the tests, with a URL for browsers. Its rows belong to the test
 * alone.
 */
export interface OwnApp extends TestApp {
  url: string;
  /** Signs a user in, in all pages of a browser. */
  enter(context: BrowserContext, person: { id: string }): Promise<void>;
}

/** Start the application. Takes the arguments of `anApp`; PUBLIC_URL may be that of a proxy. */
export async function anOwnApp(...[variables, models]: Parameters<typeof anApp>): Promise<OwnApp> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const app = await anApp({ PUBLIC_URL: url, ...variables, PORT: String(port) }, models);
  await app.app.listen({ host: '127.0.0.1', port });
  return {
    ...app,
    url,
    enter: async (context, { id }) =>
      context.addCookies([{ name: 'sid', value: await signIn(app.db, id), url }]),
  };
}
