import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import type { ModelSuggestion } from '#server/ai/prompts/suggestions.ts';
import { conversationMessages, conversations } from '#server/db/schema/ai.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { type ChatReply, changingTypes, type Suggestion } from '#shared/contract/assistant.ts';
import type { Element } from '#shared/contract/elements.ts';
import { answers, scriptedModels } from '#test/models.ts';
import { newWorldTest } from '#test/serverTest.ts';

const models = scriptedModels();
let url: string;
let line: Element;

const test = newWorldTest.extend('settings', { scope: 'file' }, { models });

test.beforeEach(async ({ server, world, cora }) => {
  await seedPrices(server.db, server.env);
  url = world.projectUrl;
  const script = (await cora.get(`${url}/script-elements`)).json() as Element[];
  line = script.find(({ content }) => content === 'Forty-one. Forty-two.') as Element;
});

/** Create one suggestion of each type. */
const ofEveryType = (): ModelSuggestion[] =>
  changingTypes.map((type) => ({
    ...{ type, elementId: line.id, suggestedContent: 'Forty-three.', elementType: 'dialogue' },
    originalContent: { replace: line.content, modify: 'Forty-two.', insert_before: '', insert_after: '' }[
      type
    ],
    ...{ description: 'Another number', reasoning: 'She goes on.', confidence: 0.75 },
  }));

const expectedSuggestion = (type: string, originalContent: string): Suggestion =>
  ({
    ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), type, description: 'Another number' },
    ...{ confidence: 0.75, reasoning: 'She goes on.', originalContent, suggestedContent: 'Forty-three.' },
    ...{ elementId: line.id, elementType: 'dialogue' },
    characterName: type.startsWith('insert') ? null : line.characterName,
  }) as Suggestion;

const expectedSuggestions = () => [
  expectedSuggestion('replace', line.content),
  expectedSuggestion('modify', 'Forty-two.'),
  expectedSuggestion('insert_before', ''),
  expectedSuggestion('insert_after', ''),
];

describe('suggestion in an API answer', () => {
  test('has all fields in a chat and in the stored conversation', async ({ cora }) => {
    models.script(answers(`So.\n<suggestions>${JSON.stringify(ofEveryType())}</suggestions>`));
    const reply = (await cora.post(`${url}/ai-chat`, { message: 'Another number?' })).json() as ChatReply;
    expect(reply.suggestions).toEqual(expectedSuggestions());
    const { messages } = (await cora.get(`/api/conversations/${reply.conversationId}`)).json();
    expect(messages[1].context.suggestions).toEqual(reply.suggestions);
  });

  test('has all fields in a list of improvements', async ({ cora }) => {
    models.script(answers(JSON.stringify({ suggestions: ofEveryType() })));
    const answer = await cora.post(`${url}/generate-improvements`, { selectedElement: line });
    expect(answer.json().suggestions).toEqual(expectedSuggestions());
  });

  const made = {
    replace: ['Forty-three.'],
    modify: ['Forty-one. Forty-three.'],
    insert_before: ['Forty-three.', 'Forty-one. Forty-two.'],
    insert_after: ['Forty-one. Forty-two.', 'Forty-three.'],
  };

  test.for(changingTypes)('can be applied when its type is %s', async (type, { server, world, cora }) => {
    models.script(answers(JSON.stringify({ suggestions: ofEveryType() })));
    const eddie = server.as(world.eddie);
    const script = async () =>
      ((await eddie.get(`${url}/script-elements`)).json() as Element[]).map(({ content }) => content);
    const before = await script();
    const { suggestions } = (await cora.post(`${url}/generate-improvements`)).json();
    const suggestion = suggestions.find((one: Suggestion) => one.type === type);
    const { element, historyEntryId } = (await eddie.post(`${url}/apply-improvement`, suggestion)).json();
    expect(await script()).toEqual(before.flatMap((text) => (text === line.content ? made[type] : text)));
    const written = await server.db.select().from(scriptHistory).where(eq(scriptHistory.changedBy, 'ai'));
    expect(written).toEqual([
      expect.objectContaining({
        ...{ id: historyEntryId, changedBy: 'ai', changeReason: 'Another number', elementId: element.id },
        ...{ action: type.startsWith('insert') ? 'create' : 'update', userId: world.eddie.id },
        previousContent: type.startsWith('insert') ? null : line.content,
        newContent: element.content,
      }),
    ]);
  });

  test('can be applied only by owners and editors', async ({ server, world, cora }) => {
    models.script(answers(JSON.stringify({ suggestions: ofEveryType() })));
    const { suggestions } = (await cora.post(`${url}/generate-improvements`)).json();
    const insertion = suggestions.at(-1);
    const statuses = [];
    for (const name of ['olive', 'eddie', 'cora', 'vic', 'sam'] as const)
      statuses.push((await server.as(world[name]).post(`${url}/apply-improvement`, insertion)).statusCode);
    expect(statuses).toEqual([200, 200, 403, 403, 404]);
    expect(await server.db.$count(scriptHistory, eq(scriptHistory.changedBy, 'ai'))).toBe(2);
  });
});

describe('GET /api/conversations/:id and paginated list', () => {
  test('return id, projectId, title, updatedAt and the messages with their fields', async ({
    server,
    world,
    cora,
  }) => {
    models.script(answers('She counts cars.'));
    const body = { message: 'Why forty-one?', selectedElement: line, selectedText: 'Forty-one.' };
    const { conversationId } = (await cora.post(`${url}/ai-chat`, body)).json() as ChatReply;
    const answer = (await cora.get(`/api/conversations/${conversationId}`)).json();
    expect(answer).toEqual({
      ...{ id: conversationId, projectId: world.project.id, title: 'Why forty-one?' },
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      messages: ['user', 'assistant'].map((role) => ({
        ...{ id: expect.any(Number), conversationId, role, timestamp: expect.stringMatching(/^\d{4}-/) },
        content: role === 'user' ? 'Why forty-one?' : 'She counts cars.',
        context: expect.any(Object),
      })),
    });
    const [row] = await server.db.select().from(conversations);
    expect(row).toMatchObject({ id: conversationId, userId: world.cora.id, title: 'Why forty-one?' });
    const rows = await server.db.select().from(conversationMessages).orderBy(conversationMessages.id);
    expect(rows).toMatchObject([
      { conversationId, role: 'user', context: { selectedText: 'Forty-one.' } },
      { conversationId, role: 'assistant', context: { ending: 'whole' } },
    ]);
  });

  test('return pages of { conversations, hasMore } with hasMore false on the last', async ({
    server,
    world,
    cora,
  }) => {
    const row = { projectId: world.project.id, userId: world.cora.id, title: 'Talk' };
    await server.db.insert(conversations).values(Array(21).fill(row));
    const page = async (offset: number) =>
      (await cora.get(`${url}/conversations/paginated?limit=20&offset=${offset}`)).json();
    expect(Object.keys(await page(0)).sort()).toEqual(['conversations', 'hasMore']);
    expect(await page(0)).toMatchObject({ conversations: { length: 20 }, hasMore: true });
    expect(await page(20)).toMatchObject({ conversations: { length: 1 }, hasMore: false });
  });
});
