import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import type { Db } from '#server/db/client.ts';
import { aiDisclosures, aiRequests, aiUsageLogs } from '#server/db/schema/ai.ts';
import { projects } from '#server/db/schema/projects.ts';
import { readEnv } from '#server/env.ts';
import { clear } from '#test/db.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { answers, type ScriptedModels, scriptedModels, throws } from '#test/models.ts';
import {
  anOpenAiServer,
  answersError,
  type Behaviour,
  disconnects,
  streamsText,
} from '#test/openaiServer.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { aWorld, type World } from '#test/world.ts';
import type { Ai, MeteredCall } from './calls.ts';
import { disclosedText } from './disclosed.ts';
import { ModelFailure } from './failure.ts';
import { metered } from './metered.ts';
import type { ModelQuestion, PictureRequest } from './models.ts';
import { openai } from './openai.ts';
import { seedPrices } from './prices.ts';

const log = pino({ level: 'silent' });
let world: World;
let models: ScriptedModels;
let ai: Ai;

test.beforeEach(async ({ db }) => {
  await clear(db);
  world = await aWorld(db);
  await seedPrices(db, { openai: null });
  models = scriptedModels();
  ai = metered({ db, models, log });
});

const question: ModelQuestion = {
  task: 'chat',
  system: 'You read screenplays.',
  messages: [
    { role: 'user', content: 'What does MARA count?' },
    { role: 'assistant', content: 'Lights.' },
    { role: 'user', content: 'How many?' },
  ],
  maxOutputTokens: 200,
};
const order: PictureRequest = { task: 'concept', prompt: 'A ferry at night', ratio: '2.35:1' };
const words = 'Asked:\nWhat does MARA count?\n\nAnswered before:\nLights.\n\nAsked:\nHow many?';

let requestCount = 0;
const aCall = (more: Partial<MeteredCall<unknown, null>> = {}): MeteredCall<unknown, null> => ({
  ...{ userId: world.cora.id, projectId: world.project.id, requestId: `d${++requestCount}` },
  keep: () => null,
  ...more,
});
const entries = (db: Db) => db.select().from(aiDisclosures).orderBy(aiDisclosures.id);
const ended = (work: Promise<unknown>) => work.then(String, String);

describe('disclosure log', () => {
  test('stores the complete text, provider, user and time before the text is sent', async ({ db }) => {
    const seen: unknown[] = [];
    models.script(async (run, given) => {
      seen.push(...(await entries(db)));
      return answers('Forty-one.')(run, given);
    });
    await ai.reply('chat', question, aCall());
    expect(seen).toEqual([
      {
        ...{ id: expect.any(Number), projectId: world.project.id, userId: world.cora.id },
        ...{ service: 'openai', model: 'gpt-6.1-terra', destination: 'models.example.com', task: 'chat' },
        ...{ text: words, sentAt: expect.any(Date) },
      },
    ]);
    expect(await entries(db)).toEqual(seen);
  });

  test('stores the question of an analysis and the prompt of a picture', async ({ db }) => {
    models.script(answers('{"lines":[]}'), answers('pixels'));
    const shape = z.object({ lines: z.array(z.string()) });
    await ai.analyse('script_analysis', { ...question, task: 'summaries', shape }, aCall());
    await ai.draw('image_generation', order, aCall());
    expect(await entries(db)).toMatchObject([
      { task: 'summaries', model: 'gpt-6.1-terra', text: words },
      { task: 'concept', model: 'gpt-image-2.6-flare', text: 'A ferry at night' },
    ]);
  });

  test.for([
    ['the model fails', throws(new ModelFailure('broken', { status: 500 }))],
    ['the answer is empty', answers('')],
    ['the answer breaks off', answers('Forty-', { ending: 'cut' })],
    ['the writer stops it', throws(new ModelFailure('stopped'))],
  ] as const)('keeps the entry when %s', async ([_what, scripted], { db }) => {
    models.script(scripted);
    await ended(ai.reply('chat', question, aCall()));
    expect(await entries(db)).toMatchObject([{ text: words }]);
  });

  test('stores one entry for a request that is repeated at once, later or on another node', async ({
    db,
  }) => {
    const call = aCall();
    const nodes = [ai, ai, metered({ db, models, log })];
    await Promise.all(nodes.map((node) => node.reply('chat', question, call)));
    await ai.reply('chat', question, call);
    expect([models.calls, (await entries(db)).length]).toEqual([1, 1]);
  });

  test('deletes the entries with their project and keeps the usage log', async ({ db }) => {
    await ai.reply('chat', question, aCall());
    await db.delete(projects).where(eq(projects.id, world.project.id));
    expect(await entries(db)).toEqual([]);
    expect(await db.$count(aiUsageLogs)).toBe(1);
  });
});

describe('disclosure log (no entry)', () => {
  test('stores nothing for the built-in engine', async ({ db }) => {
    ai = metered({
      db,
      models: scriptedModels({ isBuiltIn: true }),
      log,
    });
    await ai.reply('chat', question, aCall());
    await ai.draw('image_generation', order, aCall());
    expect(await entries(db)).toEqual([]);
  });

  test('stores nothing for a call without a project', async ({ db }) => {
    await ai.reply('chat', question, aCall({ projectId: null }));
    expect(await entries(db)).toEqual([]);
  });

  test('stores nothing for a call that is rejected for missing credits or a missing price', async ({
    db,
  }) => {
    await ended(ai.reply('chat', question, aCall({ userId: world.nell.id })));
    await db.execute(sql`delete from ai_service_pricing`);
    await ended(ai.reply('chat', question, aCall()));
    expect([models.calls, await entries(db)]).toEqual([0, []]);
  });
});

test('sends, reserves and charges nothing when the disclosure cannot be stored', async ({ db }) => {
  await db.execute(sql`alter table ai_disclosures add constraint full_up check (false) not valid`);
  try {
    expect(await ended(ai.reply('chat', question, aCall()))).toContain('Error');
    expect(models.calls).toBe(0);
    expect([await db.select().from(aiRequests), await db.select().from(aiUsageLogs)]).toEqual([[], []]);
    expect(await errorsInBooks(db)).toEqual([]);
  } finally {
    await db.execute(sql`alter table ai_disclosures drop constraint full_up`);
  }
});

test('stores a disclosure whose text contains characters that Postgres rejects', async ({ db }) => {
  const odd = { ...question, messages: [{ role: 'user' as const, content: 'Half \ud83d, NUL \0.' }] };
  await ai.reply('chat', odd, aCall());
  expect(await entries(db)).toMatchObject([{ text: 'Asked:\nHalf \ufffd, NUL .' }]);
});

describe('engine destination', () => {
  const engineAt = (url: string) => {
    const env = readEnv({ OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: url, OPENAI_IMAGE_MODEL: 'brush' });
    if (!env.openai) throw new Error('no provider');
    return openai(env.openai, { wait: async () => undefined });
  };

  test("contains only the host and port of the provider's address", () => {
    const { text, pictures } = engineAt('https://writer:pass@models.example.com:8443/v1?key=sk-1');
    expect([text.destination, pictures?.destination]).toEqual(Array(2).fill('models.example.com:8443'));
    expect(
      openai({ apiKey: 'sk-1', baseUrl: null, chatModel: null, imageModel: null }).text.destination,
    ).toBe('api.openai.com');
  });

  const shape = z.object({ lines: z.array(z.string()) });
  test.for<[string, Behaviour[]]>([
    ['called again', [answersError(500, 'server_error'), disconnects, streamsText('{"lines":[]}')]],
    [
      'asked in another format',
      [answersError(400, 'bad', {}, 'no response_format'), streamsText('{"lines":[]}')],
    ],
    ['asked to repair its answer', [streamsText('Well.'), streamsText('{"lines":[]}')]],
  ] as const)(
    'sends a provider that is %s the text of one entry and its own answers',
    async ([_what, behaviours], { db }) => {
      const provider = await anOpenAiServer();
      try {
        await seedPrices(db, {
          openai: { apiKey: null, baseUrl: provider.url, chatModel: null, imageModel: null },
        });
        const { text } = engineAt(provider.url);
        ai = metered({
          db,
          models: { ...models, text },
          log,
        });
        provider.next(...behaviours);
        await ai.analyse('script_analysis', { ...question, shape }, aCall());
        expect(provider.requests).toHaveLength(behaviours.length);
        expect(await entries(db)).toMatchObject([{ destination: new URL(provider.url).host, text: words }]);
        for (const { body } of provider.requests) {
          const [system, ...messages] = body.messages;
          expect(system?.content.startsWith(question.system)).toBe(true);
          const sentMessages = messages.slice(0, question.messages.length) as ModelQuestion['messages'];
          expect(disclosedText({ ...question, messages: sentMessages })).toBe(words);
          expect(messages.slice(question.messages.length).map(({ role }) => role)).toEqual(
            messages.length > 3 ? ['assistant', 'user'] : [],
          );
        }
      } finally {
        await provider.close();
      }
    },
  );
});
