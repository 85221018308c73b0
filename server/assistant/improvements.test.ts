import { describe, expect } from 'vitest';
import { ModelFailure } from '#server/ai/failure.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs, conversations } from '#server/db/schema/ai.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller } from '#test/app.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { answers, scriptedModels, throws } from '#test/models.ts';
import { newWorldTest } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

/** A model with a price: 1,000 tokens in and 500 out cost 2.5 credits. */
const models = scriptedModels();
let url: string;
let line: Element;

const test = newWorldTest.extend('settings', { scope: 'file' }, { models });

test.beforeEach(async ({ server, world, cora }) => {
  await seedPrices(server.db, server.env);
  url = `${world.projectUrl}/generate-improvements`;
  const script = (await cora.get(`${world.projectUrl}/script-elements`)).json() as Element[];
  line = script.find(({ content }) => content === 'Forty-one. Forty-two.') as Element;
  models.script(answers(JSON.stringify({ suggestions: [shorter()] })));
});

const shorter = () => ({
  type: 'modify',
  elementId: line.id,
  originalContent: 'Forty-one. ',
  suggestedContent: '…',
  description: 'Shorter',
  reasoning: 'One number says it.',
  confidence: 0.8,
});
const improve = (cora: Caller, body: object = {}, headers: Record<string, string> = {}, caller = cora) =>
  caller.inject({ method: 'POST', url, headers, payload: body });
const balance = async (cora: Caller) => (await cora.get('/api/auth/user')).json().creditBalance as number;

test('generate-improvements charges like a chat and creates no conversation', async ({
  server,
  world,
  cora,
}) => {
  const { suggestions, creditBalance } = (
    await improve(cora, { selectedElement: { ...line }, selectedText: 'Forty-one.' })
  ).json();
  expect(suggestions).toEqual([
    { ...shorter(), ...{ id: expect.any(String), elementType: 'dialogue', characterName: 'MARA' } },
  ]);
  expect([creditBalance, await balance(cora)]).toEqual([497.5, 497.5]);
  expect(await server.db.select().from(conversations)).toEqual([]);
  const [log] = await server.db.select().from(aiUsageLogs);
  expect(log).toMatchObject({ feature: 'chat', success: true, userId: world.cora.id });
  expect(log?.metadata).toMatchObject({ task: 'improvements', elementId: line.id });
  expect(JSON.stringify(log)).not.toContain('Forty');
  expect(await errorsInBooks(server.db)).toEqual([]);
});

test('generate-improvements tells the model what is selected, or that nothing is', async ({ cora }) => {
  await improve(cora, { selectedElement: { ...line }, selectedText: 'Forty-one.' });
  await improve(cora, { selectedText: 'Forty-one.' });
  await improve(cora);
  const requests = models.inputs.slice(-3).map((question) => {
    const [message] = 'messages' in question ? question.messages : [];
    return message?.content.split('</project>\n\n')[1];
  });
  expect(requests).toEqual([
    `Selected is the element [${line.id}], and of it these words: "Forty-one.".\n\nImprove what is selected, in up to three variants where there are several good ones.`,
    'Selected are these words: "Forty-one."\n\nImprove what is selected, in up to three variants where there are several good ones.',
    'Improve what needs it most.',
  ]);
});

test('generate-improvements accepts an empty list', async ({ cora }) => {
  models.script(answers('{"suggestions":[]}'));
  expect((await improve(cora)).json()).toEqual({ suggestions: [], creditBalance: 497.5 });
});

test('generate-improvements returns the first answer for a repeated Idempotency-Key and charges once', async ({
  cora,
}) => {
  const before = models.calls;
  const first = await improve(cora, {}, { 'idempotency-key': 'one' });
  const again = await improve(cora, {}, { 'idempotency-key': 'one' });
  expect(again.json()).toEqual(first.json());
  expect([models.calls - before, await balance(cora)]).toEqual([1, 497.5]);
});

test('generate-improvements rejects a key that was used for a question', async ({ world, cora }) => {
  models.script(answers('Forty-one.'));
  const headers = { 'idempotency-key': 'one' };
  await cora.inject({
    method: 'POST',
    url: `${world.projectUrl}/ai-chat`,
    headers,
    payload: { message: 'Why forty-one?' },
  });
  expect((await improve(cora, {}, headers)).statusCode).toBe(409);
});

describe('generate-improvements without charge', () => {
  test('fails when the service fails', async ({ cora }) => {
    models.script(throws(new ModelFailure('garbled')));
    expect((await improve(cora)).statusCode).toBe(502);
    expect(await balance(cora)).toBe(500);
  });

  test('fails without credits', async ({ server, world, cora }) => {
    const { id } = await nightFerry(server.db, world.nell);
    url = `/api/projects/${id}/generate-improvements`;
    const answer = await improve(cora, {}, {}, server.as(world.nell));
    expect([answer.statusCode, answer.json().code]).toEqual([402, 'out_of_credits']);
  });

  test('is unavailable when the model has no price', async ({ server, cora }) => {
    await server.db.execute('delete from ai_service_pricing');
    const answer = await improve(cora);
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'This AI feature is currently unavailable.',
    ]);
  });
});

test('generate-improvements rejects viewers', async ({ server, world, cora }) => {
  expect((await improve(cora, {}, {}, server.as(world.vic))).statusCode).toBe(403);
});

test.for<[string, object]>([
  ['a selected text that is too long', { selectedText: 'x'.repeat(5001) }],
  [
    'an element that no database has',
    { selectedElement: { id: 2 ** 40, elementType: 'action', content: '' } },
  ],
] as const)('generate-improvements rejects %s', async ([_what, body], { cora }) => {
  expect((await improve(cora, body)).statusCode).toBe(400);
});

test('generate-improvements costs at most the shown price, with and without a selection', async ({
  server,
  world,
  cora,
}) => {
  // Quotation marks take two characters in a quoted text.
  const long = '"Forty-one." '.repeat(380);
  const edit = `/api/script-elements/${line.id}`;
  expect((await server.as(world.olive).patch(edit, { content: long })).statusCode).toBe(200);
  const selectedElement = { ...line, content: long };
  for (const selected of [{}, { selectedElement, selectedText: long.trim() }]) {
    const { improvementsPrice } = (await cora.post(`${world.projectUrl}/ai-context`, selected)).json();
    expect((await cora.post(url, selected)).statusCode).toBe(200);
    const logs = await server.db.select().from(aiUsageLogs).orderBy(aiUsageLogs.id);
    const held = Number(logs.at(-1)?.metadata?.upTo);
    expect(held).toBeGreaterThan(0);
    expect(improvementsPrice.upTo).toBeGreaterThanOrEqual(held);
  }
});

test('generate-improvements is logged once in the activity log', async ({ server, world, cora }) => {
  await cora.post(url, {});
  const rows = await server.db.select().from(userActivityLogs);
  expect(rows).toMatchObject([
    {
      userId: world.cora.id,
      projectId: world.project.id,
      action: 'ai.chat',
      details: { task: 'improvements' },
    },
  ]);
});
