import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { ModelQuestion } from '#server/ai/models.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { ChatReply } from '#shared/contract/assistant.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { AiAccess } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { eventsIn, replyIn } from '#test/events.ts';
import { answers, scriptedModels } from '#test/models.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

const models = scriptedModels();
let url: string;
let line: Element;

const test = newWorldTest.extend('settings', { scope: 'file' }, { models });

test.beforeEach(async ({ server, world, eddie }) => {
  await seedPrices(server.db, server.env);
  url = world.projectUrl;
  const script = (await eddie.get(`${url}/script-elements`)).json() as Element[];
  line = script.find(({ content }) => content === 'Forty-one. Forty-two.') as Element;
  models.script(answers(`Less.\n<suggestions>${JSON.stringify([shorter()])}</suggestions>`));
});

const allow = (server: TestApp, world: World, aiAccess: AiAccess) =>
  server.db.update(projects).set({ aiAccess }).where(eq(projects.id, world.project.id));
const shorter = () => ({
  ...{ type: 'replace', elementId: line.id, originalContent: line.content, suggestedContent: 'Forty-two.' },
  ...{ description: 'Shorter', reasoning: 'One number says it.', confidence: 0.8 },
});
const suggestion = () => ({ ...shorter(), id: 'one', elementType: 'dialogue', characterName: 'MARA' });
const post = (eddie: Caller, path: string, body: object = {}) => eddie.post(`${url}/${path}`, body);
const question = { message: 'Why forty-one?' };
const rejected = async (eddie: Caller, path: string, body: object) => {
  const answer = await post(eddie, path, body);
  return [answer.statusCode, answer.json().message];
};

describe('AI access off', () => {
  test.beforeEach(({ server, world }) => allow(server, world, 'off'));

  test('rejects every AI call and charges nobody', async ({ server, eddie }) => {
    const before = models.calls;
    for (const [path, body] of [
      ['ai-chat', question],
      ['generate-improvements', {}],
      ['ai-context', {}],
      ['apply-improvement', suggestion()],
      ['scene-summaries', {}],
    ] as const)
      expect([path, ...(await rejected(eddie, path, body))]).toEqual([path, 403, errorTexts.aiOff]);
    expect(models.calls).toBe(before);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([]);
  });

  test('shows the state and lets members read and delete earlier conversations', async ({
    server,
    world,
    eddie,
  }) => {
    await allow(server, world, 'suggest');
    const { conversationId } = (await post(eddie, 'ai-chat', question)).json() as ChatReply;
    await allow(server, world, 'off');
    expect((await eddie.get(`${url}/ai`)).json()).toMatchObject({ access: 'off' });
    expect((await eddie.get(`${url}/scene-summaries`)).statusCode).toBe(200);
    expect((await eddie.get(`${url}/conversations`)).json()).toHaveLength(1);
    const { messages } = (await eddie.get(`/api/conversations/${conversationId}`)).json();
    expect(messages).toHaveLength(2);
    expect((await eddie.delete(`/api/conversations/${conversationId}`)).statusCode).toBe(204);
  });
});

describe('AI access read-only', () => {
  test.beforeEach(({ server, world }) => allow(server, world, 'read'));

  test('rejects generating and applying suggestions', async ({ eddie }) => {
    const before = models.calls;
    for (const [path, body] of [
      ['generate-improvements', {}],
      ['apply-improvement', suggestion()],
    ] as const)
      expect([path, ...(await rejected(eddie, path, body))]).toEqual([path, 403, errorTexts.aiReadsOnly]);
    expect(models.calls).toBe(before);
  });

  test('answers a question, asks for no suggestions and drops any that come', async ({ eddie }) => {
    const { message, suggestions } = (await post(eddie, 'ai-chat', question)).json() as ChatReply;
    expect((models.inputs.at(-1) as ModelQuestion).system).not.toContain('<suggestions>');
    expect(suggestions).toEqual([]);
    expect(message.context?.suggestions).toEqual([]);
    expect(message.content).toBe(`Less.\n\n${errorTexts.aiReadsOnly}`);
  });

  test('streams the same text without suggestions', async ({ eddie }) => {
    const answer = await eddie.inject({
      ...{ method: 'POST', url: `${url}/ai-chat`, payload: question },
      headers: { accept: 'text/event-stream' },
    });
    const events = eventsIn(answer.body);
    const text = events.flatMap(({ event, data }) => (event === 'delta' ? [data.text] : []));
    expect(text.join('')).toBe(replyIn(events).message.content);
    expect(events.map(({ event }) => event)).not.toContain('suggestion');
  });

  test('rejects an answer of suggestions only and charges nothing', async ({ eddie }) => {
    models.script(answers(`<suggestions>${JSON.stringify([shorter()])}</suggestions>`));
    expect((await post(eddie, 'ai-chat', question)).statusCode).toBe(502);
    expect((await eddie.get('/api/auth/user')).json().creditBalance).toBe(500);
  });

  test('does not change an answer without suggestions', async ({ eddie }) => {
    models.script(answers('She counts cars.'));
    expect((await post(eddie, 'ai-chat', question)).json().message.content).toBe('She counts cars.');
  });

  test('shows the context of a question', async ({ eddie }) => {
    expect((await post(eddie, 'ai-context')).json().parts.length).toBeGreaterThan(2);
  });
});

test('AI access with suggestions allows generating and applying them', async ({ eddie }) => {
  const { suggestions } = (await post(eddie, 'ai-chat', question)).json() as ChatReply;
  expect(suggestions).toHaveLength(1);
  expect((await post(eddie, 'apply-improvement', suggestions[0])).statusCode).toBe(200);
});
