import { expect } from 'vitest';
import type { Caller } from '#test/app.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

async function untilRejected(ask: () => ReturnType<Caller['get']>, max: number) {
  for (let count = 0; count <= max; count++) {
    const answer = await ask();
    if (answer.statusCode === 429) return { asked: count, answer };
  }
  throw new Error('nothing was rejected');
}

const exported = (world: World, caller: Caller) => caller.get(`${world.projectUrl}/export/fountain`);

test('rate limit allows sixty exports a minute per user, not per address', async ({
  server,
  world,
  olive,
}) => {
  const { asked, answer } = await untilRejected(() => exported(world, olive), 60);
  expect(asked).toBe(60);
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.json()).toMatchObject({
    code: 'too_many_requests',
    message: `Too many exports in the last minute. Please try again in ${seconds} seconds.`,
  });
  // In another window as well, and everything else goes on; so do others after the same address.
  expect((await exported(world, server.as(world.olive))).statusCode).toBe(429);
  expect((await olive.get(`${world.projectUrl}/script-elements`)).statusCode).toBe(200);
  expect((await exported(world, server.as(world.eddie))).statusCode).toBe(200);
});

test('rate limit allows sixty AI calls a minute in all', async ({ world, olive }) => {
  const ask = (n: number) =>
    n % 2 === 0
      ? olive.post(`${world.projectUrl}/analyze-story-beat-tension`)
      : olive.post(`${world.projectUrl}/ai-chat`, {});
  let n = 0;
  const { asked, answer } = await untilRejected(() => ask(n++), 60);
  expect(asked).toBe(60);
  expect(answer.json().message).toMatch(/^Too many AI requests in the last minute\. /);
});

test('rate limit counts script changes by their edits', async ({ world, olive }) => {
  // Rejected for what is in them, and counted all the same.
  const change = () => olive.post(`${world.projectUrl}/script-changes`, { edits: Array(15_000).fill(0) });
  const { asked, answer } = await untilRejected(change, 10);
  expect(asked).toBe(6);
  expect(answer.json().message).toMatch(/^Too many script changes in the last minute\. /);
});

test('rate limit allows six hundred lines of speech and ten voice designs a minute', async ({ olive }) => {
  const calls = ['generate-speech', 'generate-dialogue-audio', 'generate-sound-effect'];
  let n = 0;
  const speak = () => olive.post(`/api/${calls[n++ % calls.length]}`, {});
  const spoken = await untilRejected(speak, 600);
  expect(spoken.asked).toBe(600);
  expect(spoken.answer.json().message).toMatch(/^Too many audio requests in the last minute\. /);
  const designed = await untilRejected(() => olive.post('/api/voices/design', {}), 10);
  expect(designed.asked).toBe(10);
  expect(designed.answer.json().message).toMatch(/^Too many voice designs in the last minute\. /);
});
