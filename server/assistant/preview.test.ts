import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { aiUsageLogs, conversationMessages } from '#server/db/schema/ai.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import { projects } from '#server/db/schema/projects.ts';
import { scenes } from '#server/db/schema/script.ts';
import type { ContextPart } from '#shared/contract/ai.ts';
import type { ChatReply } from '#shared/contract/assistant.ts';
import type { Element } from '#shared/contract/elements.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { type Caller, signIn, type TestApp } from '#test/app.ts';
import { featureFile } from '#test/e2e/featureFile.ts';
import { eventsIn } from '#test/events.ts';
import { anOpenAiServer, chunk, settingsFor, startsStream, streamsText } from '#test/openaiServer.ts';
import { newWorldTest } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import type { World } from '#test/world.ts';
import { contextLimit } from './context.ts';

/*
 * Tests that the context preview matches the text sent to a server that speaks OpenAI's protocol.
 */

let url: string;
let script: Element[];

interface Preview {
  parts: ContextPart[];
  size: number;
  limit: number;
  price: { upTo: number } | { exact: number } | null;
}

const brief = { premise: 'A ferry at night.', tone: 'Dry.', rules: '', constants: 'TOBIAS never lies.' };

const provider = await anOpenAiServer();

const test = newWorldTest.extend('settings', { scope: 'file' }, { variables: settingsFor(provider) });

test.beforeEach(async ({ server, world, eddie }) => {
  provider.reset();
  await seedPrices(server.db, server.env);
  await server.db
    .update(aiServicePricing)
    .set({ pricingType: 'per_token', inputCostPer1k: 0.02, outputCostPer1k: 0.06 })
    .where(eq(aiServicePricing.model, 'local'));
  await open(eddie, world.projectUrl);
});
afterAll(async () => {
  await provider.close();
});

async function open(eddie: Caller, projectUrl: string): Promise<void> {
  url = projectUrl;
  script = (await eddie.get(`${url}/script-elements`)).json();
}
const lineOf = (content: string) => {
  const line = script.find((element) => element.content === content) as Element;
  const { id, elementType, characterName } = line;
  return { id, elementType, content, characterName };
};
const preview = async (eddie: Caller, body: object = {}): Promise<Preview> =>
  (await eddie.post(`${url}/ai-context`, body)).json();
const ask = async (eddie: Caller, body: object = {}) => {
  provider.next(streamsText('She counts cars.'));
  const answer = await eddie.post(`${url}/ai-chat`, { message: 'Why forty-one?', ...body });
  return answer.json() as ChatReply;
};
const sent = () => provider.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
/** Return the length of the project block in the latest call, without the tags of the brief. */
const sizeSent = () => {
  const [, data = ''] = /<project>\n(.*)\n<\/project>/s.exec(sent()) ?? [];
  return data.replace(/<brief>\n(.*)\n<\/brief>\n\n/s, '$1').length;
};
const logged = async (server: TestApp) => {
  const logs = await server.db.select().from(aiUsageLogs).orderBy(aiUsageLogs.id);
  return logs.at(-1)?.metadata as { upTo: number; given: Record<string, unknown> };
};
const withBrief = (server: TestApp, world: World) =>
  server.db.update(projects).set({ brief }).where(eq(projects.id, world.project.id));

describe('POST /api/projects/:id/ai-context', () => {
  test('returns the parts that the question then contains', async ({ server, world, eddie }) => {
    await withBrief(server, world);
    const [scene] = await server.db.select().from(scenes).orderBy(scenes.sceneNumber).limit(1);
    await server.db
      .update(scenes)
      .set({ notes: 'More rain.' })
      .where(eq(scenes.id, scene?.id ?? 0));
    const { parts, size, limit } = await preview(eddie);
    expect(limit).toBe(contextLimit);
    expect(parts.map(({ key, form }) => [key, form])).toEqual([
      ['brief', 'full'],
      ['notes', 'full'],
      ['character:TOBIAS', 'full'],
      ['character:MARA', 'full'],
      ...script
        .filter(({ elementType }) => elementType === 'scene_heading')
        .map(({ sceneId }) => [`scene:${sceneId}`, 'full']),
    ]);
    await ask(eddie);
    expect(sent()).toMatch(
      /^<project>\n<brief>\nPremise\nA ferry at night\.\nTone\nDry\.\nWhat must never change\n/,
    );
    expect(sent()).toContain('More rain.');
    expect([sizeSent(), (await logged(server)).given.size]).toEqual([size, size]);
    expect(provider.problems).toEqual([]);
  });

  test('respects the selection and excluded parts', async ({ server, world, eddie }) => {
    await withBrief(server, world);
    const selectedElement = lineOf('You count everything?');
    const first = script[0]?.sceneId;
    const body = {
      selectedElement,
      selectedText: 'everything',
      leaveOut: ['brief', 'character:MARA', `scene:${first}`],
    };
    const { parts, size } = await preview(eddie, body);
    expect(parts.filter(({ form }) => form === 'left_out').map(({ key }) => key)).toEqual(body.leaveOut);
    expect(size).toBeLessThan((await preview(eddie, { selectedElement })).size);
    const { message } = await ask(eddie, body);
    expect([sizeSent(), (await logged(server)).given.size]).toEqual([size, size]);
    expect((await logged(server)).given).toMatchObject({
      leftOut: 3,
      brief: false,
      scenes: 1,
      characters: 1,
    });
    expect(sent()).not.toMatch(/HARBOUR|black water|Forty-one|ferry at night|never lies/);
    expect(message.context?.given).toMatchObject({ scenes: ['INT. CAR DECK - LATER'], leftOut: 3, size });
  });

  test('returns the price that a question reserves at most', async ({ server, eddie }) => {
    const selectedElement = lineOf('You count everything?');
    const { price } = await preview(eddie, { selectedElement });
    const state = (await eddie.get(`${url}/ai`)).json();
    await ask(eddie, { selectedElement });
    const { upTo } = await logged(server);
    expect(upTo).toBeGreaterThan(0);
    expect(price).toEqual({ upTo: expect.any(Number) });
    expect((price as { upTo: number }).upTo).toBeGreaterThanOrEqual(upTo);
    expect((await preview(eddie)).price).toEqual(state.price);
    const leaveOut = script.map(({ sceneId }) => `scene:${sceneId}`);
    expect(((await preview(eddie, { leaveOut })).price as { upTo: number }).upTo).toBeLessThan(
      state.price.upTo,
    );
  });

  test('calls no model and stores nothing', async ({ server, eddie }) => {
    await preview(eddie);
    expect(provider.requests).toEqual([]);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([]);
  });

  test('returns 404 for a deleted element and limits the keys', async ({ eddie }) => {
    const selectedElement = { ...lineOf('You count everything?'), id: 4711 };
    const answerForDeleted = await eddie.post(`${url}/ai-context`, { selectedElement });
    expect([answerForDeleted.statusCode, answerForDeleted.json().message]).toEqual([
      404,
      'Element not found',
    ]);
    for (const leaveOut of [['x'.repeat(151)], Array(3001).fill('brief'), 'brief'])
      expect((await eddie.post(`${url}/ai-context`, { leaveOut })).statusCode).toBe(400);
  });
});

test('ai-chat stores the context summary with its messages', async ({ eddie }) => {
  const { message, conversationId } = await ask(eddie, { leaveOut: ['plan', 'character:MARA'] });
  const { messages } = (await eddie.get(`/api/conversations/${conversationId}`)).json();
  for (const { context } of [...messages, message])
    expect(context.given).toMatchObject({ characters: ['TOBIAS'], leftOut: 1, brief: false, notes: 0 });
});

test('ai-chat drops a suggestion for an element that was excluded', async ({ eddie }) => {
  const speech = lineOf('Forty-one. Forty-two.');
  const suggestion = {
    ...{ type: 'replace', elementId: speech.id, originalContent: speech.content, suggestedContent: 'Two.' },
    ...{ description: 'Shorter', reasoning: '', confidence: 0.8 },
  };
  const answer = `Yes.\n<suggestions>${JSON.stringify([suggestion])}</suggestions>`;
  const leaveOut = [`scene:${script[0]?.sceneId}`];
  for (const [body, count] of [
    [{}, 1],
    [{ leaveOut }, 0],
    [{ leaveOut, selectedElement: speech }, 1],
  ] as const) {
    provider.next(streamsText(answer));
    const { suggestions } = (await eddie.post(`${url}/ai-chat`, { message: 'Shorter?', ...body })).json();
    expect(suggestions).toHaveLength(count);
  }
});

describe('AI context of a feature script with more than a hundred pages', () => {
  test.beforeEach(async ({ eddie }) => {
    const { name, fdx } = featureFile();
    const imported = (await eddie.inject(uploadRequest(name, fdx))).json();
    await open(eddie, `/api/projects/${encodeProjectId(imported.project.id)}`);
  });

  test('stays within the limit and has its size in the usage log', async ({ server, eddie }) => {
    const middle = script[Math.floor(script.length / 2)] as Element;
    const body = { selectedElement: lineOf(middle.content) };
    const { parts, size, limit } = await preview(eddie, body);
    expect(script.length).toBeGreaterThan(1500);
    expect(size).toBeLessThanOrEqual(limit);
    // The limit is used almost completely.
    expect(size).toBeGreaterThan(limit * 0.8);
    await ask(eddie, body);
    expect([sizeSent(), (await logged(server)).given.size]).toEqual([size, size]);
    expect(sent()).toContain(`[${body.selectedElement.id}] `);
    expect(parts.filter(({ kind, form }) => kind === 'scene' && form === 'full').length).toBeGreaterThan(1);
  });

  test('is answered with a stream that shows the first text before the next arrives', async ({
    server,
    world,
  }) => {
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const firstPiece = Promise.withResolvers<void>();
    provider.next(
      startsStream('She counts', async (out) => {
        // Wait until the reader has received the first piece.
        await firstPiece.promise;
        out.event(chunk({ content: ' cars.' }));
        out.event(chunk({}, 'stop'));
        out.raw('data: [DONE]\n\n');
        out.end();
      }),
    );
    const answer = await fetch(`http://127.0.0.1:${port}${url}/ai-chat`, {
      method: 'POST',
      headers: {
        ...{ cookie: `sid=${await signIn(server.db, world.eddie.id)}`, accept: 'text/event-stream' },
        'content-type': 'application/json',
      },
      body: JSON.stringify({ message: 'Why forty-one?' }),
    });
    let body = '';
    for await (const piece of answer.body ?? []) {
      body += Buffer.from(piece).toString();
      if (body.includes('She counts')) firstPiece.resolve();
    }
    const events = eventsIn(body);
    expect(events.map(({ event }) => event)).toEqual(['delta', 'delta', 'done']);
    expect(events.map(({ data }) => data.text).slice(0, 2)).toEqual(['She counts', ' cars.']);
    expect(await server.db.select().from(conversationMessages)).toHaveLength(2);
  });
});
