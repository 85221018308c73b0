import { eq } from 'drizzle-orm';
import { afterAll, describe, expect } from 'vitest';
import { defaultModels } from '#server/ai/catalog.ts';
import { seedPrices } from '#server/ai/prices.ts';
import {
  aiDisclosures,
  aiRequests,
  aiUsageLogs,
  conversationMessages,
  sceneSummaries,
} from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { type AiAccess, aiAccesses } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import {
  anOpenAiServer,
  answersError,
  type Behaviour,
  type OpenAiRequest,
  sendsPicture,
  streamsText,
} from '#test/openaiServer.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

/*
 * Tests billing with a server that speaks OpenAI's protocol, for every endpoint that calls a model.
 */

const provider = await anOpenAiServer();

const test = newWorldTest.extend(
  'settings',
  { scope: 'file' },
  {
    variables: {
      ...{ OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: provider.url },
      ...{ OPENAI_CHAT_MODEL: defaultModels.chat, OPENAI_IMAGE_MODEL: defaultModels.image },
    },
  },
);

test.beforeEach(async ({ server, world }) => {
  provider.reset();
  await seedPrices(server.db, server.env);
  await aShare(server.db, world.project, world.nell, { role: 'editor' });
});
afterAll(async () => {
  await provider.close();
});

interface AiCall {
  path: string;
  body: object;
  answer: Behaviour;
  feature: string;
  credits: number;
  /** A text of the project that the model receives. */
  sends: string;
  needs: AiAccess;
}

/** 1,000 tokens in and 500 out: 2.5 credits. */
const writes = (text: string) =>
  streamsText(text, { usage: { prompt_tokens: 1000, completion_tokens: 500 } });
const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');
const template = writes('{"template":"Rain, sodium light. Location: {{location}}. No text."}');
const analysis = {
  body: {},
  feature: 'script_analysis',
  credits: 2.5,
  sends: 'Forty-one.',
  needs: 'read',
} as const;

const calls: AiCall[] = [
  {
    ...analysis,
    path: 'ai-chat',
    body: { message: 'Why forty-one?' },
    answer: writes('Cars.'),
    feature: 'chat',
  },
  {
    ...{ ...analysis, path: 'generate-improvements', answer: writes('{"suggestions":[]}') },
    ...{ feature: 'chat', needs: 'suggest' },
  },
  {
    ...{ path: 'generate-concept-image', body: { title: 'Night Ferry' }, answer: sendsPicture(png) },
    ...{ feature: 'image_generation', credits: 20, sends: 'Night Ferry', needs: 'read' },
  },
  { ...analysis, path: 'generate-scene-template', answer: template },
  {
    ...{ ...analysis, path: 'generate-character-template' },
    answer: writes('{"template":"Portrait of {{name}}. No text."}'),
  },
  {
    ...{ ...analysis, path: 'scene-summaries' },
    answer: writes(
      '{"summaries":[{"sceneId":1,"summary":"MARA counts."},{"sceneId":2,"summary":"TOBIAS asks."}]}',
    ),
  },
];

const make = (world: World, { path, body }: AiCall, caller: Caller) =>
  caller.post(`${world.projectUrl}/${path}`, body);
const usage = (server: TestApp) => server.db.select().from(aiUsageLogs);
const lines = (server: TestApp) =>
  server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));
const accountOf = async (server: TestApp, id: string) => {
  const [user] = await server.db.select().from(users).where(eq(users.id, id));
  return [user?.creditBalance, user?.reservedCredits];
};

describe.each(calls)('$path', (call) => {
  test('reduces the balance with a ledger entry that states the new balance', async ({ server, world }) => {
    provider.next(call.answer);
    const answer = await make(world, call, server.as(world.eddie));
    expect(answer.statusCode).toBe(200);
    const after = 500 - call.credits;
    expect(answer.json().creditBalance).toBe(after);
    expect(await accountOf(server, world.eddie.id)).toEqual([after, 0]);
    const [log, ...others] = await usage(server);
    expect(others).toEqual([]);
    expect(await lines(server)).toEqual([
      expect.objectContaining({
        ...{ userId: world.eddie.id, amount: -call.credits, creditsAfter: after, relatedAiUsageId: log?.id },
        ...{ aiService: 'openai', aiFeature: call.feature, costInUsd: call.credits / 50 },
      }),
    ]);
    expect(log).toMatchObject({
      ...{ userId: world.eddie.id, projectId: world.project.id, service: 'openai', feature: call.feature },
      ...(call.credits === 20
        ? { totalTokens: 1140 }
        : { inputTokens: 1000, outputTokens: 500, totalTokens: 1500 }),
      cost: call.credits / 50,
      ...{ requestDuration: expect.any(Number), success: true, errorMessage: null },
    });
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('returns 402 without credits, calls no model, charges and stores nothing', async ({
    server,
    world,
  }) => {
    const answer = await make(world, call, server.as(world.nell));
    expect([answer.statusCode, answer.json()]).toEqual([
      402,
      {
        code: 'out_of_credits',
        message: "You're out of credits. Get started with a subscription or purchase credits directly.",
        error: "You're out of credits. Get started with a subscription or purchase credits directly.",
        required: expect.any(Number),
        creditBalance: 0,
      },
    ]);
    expect(answer.json().required).toBeGreaterThan(0);
    expect([provider.requests.length, await usage(server), await lines(server)]).toEqual([0, [], []]);
    for (const table of [aiRequests, aiDisclosures, conversationMessages])
      expect(await server.db.$count(table)).toBe(0);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('charges nothing for a failure and logs the reason', async ({ server, world }) => {
    provider.next(answersError(400, 'bad_request'));
    const answer = await make(world, call, server.as(world.eddie));
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream']);
    expect(await lines(server)).toEqual([]);
    expect(await accountOf(server, world.eddie.id)).toEqual([500, 0]);
    expect(await usage(server)).toEqual([
      expect.objectContaining({
        ...{ userId: world.eddie.id, projectId: world.project.id, feature: call.feature, cost: 0 },
        ...{ success: false, errorMessage: expect.stringContaining('rejected this request') },
      }),
    ]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('adds one disclosure with the text sent', async ({ server, world }) => {
    provider.next(call.answer);
    await make(world, call, server.as(world.eddie));
    const entries = await server.db.select().from(aiDisclosures);
    const destination = new URL(provider.url).host;
    expect(entries).toMatchObject([{ projectId: world.project.id, userId: world.eddie.id, destination }]);
    const text = entries[0]?.text ?? '';
    expect(text).toContain(call.sends);
    const { messages = [], prompt } = (provider.requests[0] as OpenAiRequest).body;
    expect(text).toBe(prompt ?? `Asked:\n${messages[1]?.content}`);
    // The system message is not in the disclosure log, so it must not contain project text.
    expect(messages[0]?.content ?? '').not.toMatch(/MARA|TOBIAS|Forty|ferry/i);
    expect(provider.problems).toEqual([]);
  });

  test('respects the AI access of the project', async ({ server, world }) => {
    for (const aiAccess of aiAccesses) {
      expect((await server.as(world.olive).patch(world.projectUrl, { aiAccess })).statusCode).toBe(200);
      provider.reset();
      provider.next(call.answer);
      const { statusCode, body } = await make(world, call, server.as(world.eddie));
      const isAllowed = aiAccesses.indexOf(aiAccess) >= aiAccesses.indexOf(call.needs);
      const message = aiAccess === 'off' ? errorTexts.aiOff : errorTexts.aiReadsOnly;
      expect([aiAccess, statusCode, provider.requests.length]).toEqual([
        aiAccess,
        ...(isAllowed ? [200, 1] : [403, 0]),
      ]);
      if (!isAllowed) expect(JSON.parse(body).message).toBe(message);
      await server.db.delete(sceneSummaries);
    }
    const allowed = aiAccesses.length - aiAccesses.indexOf(call.needs);
    expect([(await usage(server)).length, await server.db.$count(aiDisclosures)]).toEqual([allowed, allowed]);
  });
});

test('AI calls are charged to the user and not to the project owner', async ({ server, world }) => {
  for (const name of ['eddie', 'cora'] as const) {
    provider.next(writes('Cars.'));
    await server.as(world[name]).post(`${world.projectUrl}/ai-chat`, { message: 'Why forty-one?' });
  }
  expect([await accountOf(server, world.olive.id), await accountOf(server, world.cora.id)]).toEqual([
    [500, 0],
    [497.5, 0],
  ]);
  expect((await lines(server)).map(({ userId }) => userId)).toEqual([world.eddie.id, world.cora.id]);
});
