import { describe, expect } from 'vitest';
import type { Caller } from '#test/app.ts';
import { test } from '#test/serverTest.ts';

let address: string;
const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.beforeAll(async ({ world }) => {
  address = `${world.projectUrl.replace('/api', '')}/reading`;
});

const read = (caller: Caller, url = address, headers: Record<string, string> = {}) =>
  caller.inject({ url, headers: { ...asPage, ...headers } });

test('reading view shows the whole script to every member on one page without JavaScript', async ({
  server,
  world,
}) => {
  for (const person of [world.olive, world.eddie, world.cora, world.vic]) {
    const { statusCode, headers, body } = await read(server.as(person));
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<title>Night Ferry · Reading view');
    expect(body.match(/<h2 /g)).toHaveLength(body.match(/<li><a href="#scene-/g)?.length ?? 0);
    expect(body).not.toContain('type="module"');
  }
});

test('reading view redirects to sign-in and back without a session, and hides the project from strangers', async ({
  server,
  world,
}) => {
  const visitor = await read(server.visitor);
  expect([visitor.statusCode, visitor.headers.location]).toEqual([
    302,
    `/api/login?returnTo=${encodeURIComponent(address)}`,
  ]);
  const paths = [address, '/projects/Pzzzzzz/reading', '/projects/none/reading'];
  for (const url of paths) {
    const { statusCode, body } = await read(server.as(world.sam), url);
    expect([url, statusCode]).toEqual([url, 200]); // the application, which says "Project not found"
    expect(body).toContain('<div id="root">');
  }
});

test('reading view is answered with 304 until the script changes', async ({ server, world }) => {
  const olive = server.as(world.olive);
  const first = await read(olive);
  const known = { 'if-none-match': String(first.headers.etag) };
  expect((await read(olive, address, known)).statusCode).toBe(304);
  const [element] = (await olive.get(`${world.projectUrl}/script-elements`)).json();
  const answer = await olive.inject({
    method: 'PATCH',
    url: `/api/script-elements/${element.id}`,
    payload: { content: 'INT. ANOTHER PLACE - DAY' },
  });
  expect(answer.statusCode).toBe(200);
  const second = await read(olive, address, known);
  expect(second.statusCode).toBe(200);
  expect(second.body).toContain('INT. ANOTHER PLACE - DAY');
});

describe('first sheet in the page of the script', () => {
  const pageOf = async (caller: Caller, url: string) => (await read(caller, url)).body;

  test('is included for every member only', async ({ server, world }) => {
    const url = address.replace('/reading', '/script');
    // The page does not wait for a database that is slower than 150 ms.
    for (const person of [world.olive, world.eddie, world.cora, world.vic]) {
      await expect.poll(() => pageOf(server.as(person), url)).toContain('<text ');
    }
    for (const caller of [server.as(world.sam), server.visitor]) {
      expect(await pageOf(caller, url)).not.toContain('<text ');
    }
  });

  test('is not cached by proxies', async ({ server, world }) => {
    const url = address.replace('/reading', '');
    const withSheet = async () => {
      const { body, headers } = await read(server.as(world.olive), url);
      return body.includes('<text ') ? headers['cache-control'] : 'no sheet in time';
    };
    await expect.poll(withSheet).toBe('private, no-cache');
  });

  test('is omitted when the page opens at another position', async ({ server, world }) => {
    const olive = server.as(world.olive);
    for (const end of ['/script?scene=3', '/outline', '/script/more']) {
      expect(await pageOf(olive, address.replace('/reading', end))).not.toContain('<text ');
    }
  });
});
