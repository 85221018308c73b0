import { describe, expect } from 'vitest';
import { aiUsageLogs, conversationMessages } from '#server/db/schema/ai.ts';
import type { ChatReply, Suggestion } from '#shared/contract/assistant.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller } from '#test/app.ts';
import { eventsIn, replyIn } from '#test/events.ts';
import { aProject, aShare } from '#test/factories.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';

/* Tests the endpoints without an API key: the built-in script doctor answers. */

let url: string;
let script: Element[];

test.beforeEach(async ({ world, eddie }) => {
  url = world.projectUrl;
  script = (await eddie.get(`${url}/script-elements`)).json();
});

const ask = async (cora: Caller, body: object, caller = cora) =>
  (await caller.post(`${url}/ai-chat`, body)).json() as ChatReply;
const selected = ({ id, elementType, content, characterName }: Element) => ({
  selectedElement: { id, elementType, content, characterName },
});
/** Insert a line with weaknesses that the doctor finds, after the rain. */
async function aWeakLine(eddie: Caller): Promise<Element> {
  const answer = await eddie.post(`${url}/script-elements`, {
    elementType: 'action',
    content: 'We see a lamp on the rail. The lamps are burning. The saloon is extremely cold.',
    afterId: script[1]?.id,
  });
  return answer.json();
}

test('GET /api/projects/:id/ai names the built-in engine and a price of 0', async ({ cora }) => {
  const engine = { service: 'openai', model: 'built-in', isBuiltIn: true };
  const voice = { engine: { ...engine, service: 'elevenlabs' }, price: { exact: 0 } };
  expect((await cora.get(`${url}/ai`)).json()).toEqual({
    access: 'suggest',
    ...{ engine, price: { exact: 0 }, improvementsPrice: { exact: 0 }, templatePrice: { exact: 0 } },
    ...{ tensionPrice: { exact: 0 }, descriptionPrice: { exact: 0 } },
    pictures: { engine, price: { exact: 0 } },
    voices: { speech: voice, soundEffect: voice, voiceDesign: voice },
    film: null,
    limits: [],
    creditBalance: 500,
  });
});

describe('POST /api/projects/:id/ai-chat with the built-in engine', () => {
  test('answers from the script', async ({ cora }) => {
    const { message, suggestions, creditBalance } = await ask(cora, { message: 'Who speaks most?' });
    expect(message).toMatchObject({ role: 'assistant', content: expect.stringContaining('TOBIAS') });
    expect([suggestions, creditBalance]).toEqual([[], 500]);
  });

  test('returns applicable suggestions for a selected line', async ({ eddie, cora }) => {
    const line = await aWeakLine(eddie);
    const { message, suggestions, conversationId } = await ask(cora, {
      message: 'Tighten this description',
      ...selected(line),
    });
    expect(message.content).not.toContain('<suggestions>');
    expect(suggestions.length).toBeGreaterThan(1);
    for (const suggestion of suggestions)
      expect(suggestion).toMatchObject({ elementId: line.id, elementType: 'action' });
    const [first] = suggestions as [Suggestion];
    const made = await eddie.post(`${url}/apply-improvement`, first);
    expect(made.statusCode).toBe(200);
    expect(made.json().element.content).toContain(first.suggestedContent);
    const { messages } = (await cora.get(`/api/conversations/${conversationId}`)).json();
    expect(messages[0].context).toMatchObject({ selectedElement: { id: line.id } });
    expect(messages[1].context).toMatchObject({ suggestions, ending: 'whole', credits: 0 });
  });

  test('streams words, then suggestions, then the whole answer', async ({ eddie, cora }) => {
    const line = await aWeakLine(eddie);
    const answer = await cora.inject({
      method: 'POST',
      url: `${url}/ai-chat`,
      headers: { accept: 'text/event-stream' },
      payload: { message: 'Tighten this description', ...selected(line) },
    });
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const events = eventsIn(answer.body);
    const deltas = events.filter(({ event }) => event === 'delta');
    const { message, suggestions } = replyIn(events);
    expect(deltas.length).toBeGreaterThan(5);
    expect(deltas.map(({ data }) => data.text).join('')).toBe(message.content);
    expect(events.slice(deltas.length, -1)).toEqual(
      suggestions.map((suggestion) => ({ event: 'suggestion', data: { suggestion } })),
    );
  });

  test('asks to select a line when the question needs one', async ({ cora }) => {
    const { message, suggestions } = await ask(cora, { message: 'Make this more visual' });
    expect(message.content).toMatch(/^Select a line/);
    expect(suggestions).toEqual([]);
  });

  test('answers about an empty script', async ({ server, world, cora }) => {
    const project = await aProject(server.db, { userId: world.cora.id });
    const answer = await cora.post(`/api/projects/${project.id}/ai-chat`, { message: 'How long is it?' });
    expect(answer.json().message.content).toBe('The script is empty.');
  });

  test('adds a usage log entry without script text', async ({ server, world, cora }) => {
    await ask(cora, { message: 'Where does Tobias first appear?' });
    const [log] = await server.db.select().from(aiUsageLogs);
    expect(log).toMatchObject({ userId: world.cora.id, projectId: world.project.id, success: true, cost: 0 });
    expect(log?.metadata).toMatchObject({ task: 'chat', given: { scenes: 2, size: expect.any(Number) } });
    expect(JSON.stringify(log)).not.toMatch(/tobias|HARBOUR/i);
  });
});

describe('POST /api/projects/:id/generate-improvements with the built-in engine', () => {
  const improve = async (cora: Caller, body: object, caller = cora) =>
    caller.post(`${url}/generate-improvements`, body);

  test('returns suggestions for the selected line', async ({ eddie, cora }) => {
    const line = await aWeakLine(eddie);
    const { suggestions, creditBalance } = (await improve(cora, selected(line))).json();
    expect(creditBalance).toBe(500);
    expect(suggestions.length).toBeGreaterThan(1);
    for (const suggestion of suggestions) expect(suggestion.elementId).toBe(line.id);
  });

  test('returns suggestions for the selected words', async ({ eddie, cora }) => {
    const line = await aWeakLine(eddie);
    const { suggestions } = (await improve(cora, { ...selected(line), selectedText: 'We see' })).json();
    expect(suggestions.length).toBeGreaterThan(0);
    for (const { originalContent } of suggestions) expect(originalContent).toContain('We see');
  });

  test('returns suggestions for the whole script without a selection', async ({ eddie, cora }) => {
    const line = await aWeakLine(eddie);
    const { suggestions } = (await improve(cora, {})).json();
    expect(suggestions.map(({ elementId }: Suggestion) => elementId)).toContain(line.id);
  });

  test('returns all suggestions of a whole script with their habits, the most frequent first', async ({
    eddie,
    cora,
  }) => {
    const elements = Array.from({ length: 30 }, (_, at) => ({
      elementType: 'action',
      content: `The lamps of deck ${at} are burning. We follow Mara.`,
    }));
    const inserted = { type: 'insert', afterId: script[1]?.id, elements };
    const answer = await eddie.post(`${url}/script-changes`, { edits: [inserted] });
    expect(answer.statusCode).toBe(200);
    const { suggestions } = (await improve(cora, {})).json() as { suggestions: Suggestion[] };
    const counted = Map.groupBy(suggestions, ({ habit, type }) => `${habit}, ${type}`);
    expect([...counted].map(([habit, found]) => [habit, found.length]).slice(0, 2)).toEqual([
      ['Weak -ing form, modify', 30],
      ['Camera talk: “we follow”, note', 30],
    ]);
    const note = suggestions.find(({ type }) => type === 'note');
    expect((await eddie.post(`${url}/apply-improvement`, note)).statusCode).toBe(400);
  });

  test('returns none for a line without a weakness', async ({ cora }) => {
    const line = script.find(({ content }) => content === 'Forty-one. Forty-two.') as Element;
    expect((await improve(cora, selected(line))).json()).toEqual({ suggestions: [], creditBalance: 500 });
  });

  test('rejects an empty script', async ({ server, world, cora }) => {
    const project = await aProject(server.db, { userId: world.olive.id });
    await aShare(server.db, project, world.cora, { role: 'commenter' });
    const answer = await cora.post(`/api/projects/${project.id}/generate-improvements`, {});
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'There is no script content to improve yet.',
    ]);
  });
});

test('AI endpoints return 404 for a deleted element and store nothing', async ({ server, eddie, cora }) => {
  const [line] = script as [Element];
  const { id } = await aWeakLine(eddie);
  await eddie.delete(`/api/script-elements/${id}`);
  for (const path of ['ai-chat', 'generate-improvements']) {
    const body = {
      message: 'Improve this element',
      selectedElement: { ...selected(line).selectedElement, id },
    };
    const answer = await cora.post(`${url}/${path}`, body);
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Element not found']);
  }
  expect(await server.db.select().from(conversationMessages)).toEqual([]);
});

test('generate-improvements ignores the content of the selected element in the request', async ({ cora }) => {
  const line = script[1] as Element;
  const answer = await cora.post(`${url}/generate-improvements`, {
    selectedElement: { id: line.id, elementType: 'dialogue', content: 'We see that he is walking slowly.' },
  });
  for (const suggestion of answer.json().suggestions)
    expect(line.content).toContain(suggestion.originalContent);
});

test('ai-chat answers without the excluded parts', async ({ cora }) => {
  const { parts } = (await cora.post(`${url}/ai-context`, {})).json() as { parts: { key: string }[] };
  const leaveOut = parts.map(({ key }) => key);
  const message = 'Where does Tobias first appear?';
  const answered = async (body: object) =>
    (await cora.post(`${url}/ai-chat`, { message, ...body })).json().message.content as string;
  expect(await answered({})).toContain('Wait! I have a ticket!');
  expect(await answered({ leaveOut })).not.toMatch(/ticket|scene 1|page/i);
});

test('ai-chat counts pages as the sheet does, including visible outlines and without hidden ones', async ({
  eddie,
}) => {
  const line = (type: string, text: string) => `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`;
  const content = `${line('Outline 1', 'The crossing').repeat(60)}${line('Scene Heading', 'INT. DECK - NIGHT')}${line('Action', 'Rain.')}`;
  const file = `<FinalDraft Version="6"><Content>${content}</Content></FinalDraft>`;
  const { id } = (await eddie.inject(uploadRequest('outlined.fdx', file))).json().project;
  const answer = async () => {
    const question = { message: 'What happens on page 1?' };
    return (await eddie.post(`/api/projects/${id}/ai-chat`, question)).json().message.content;
  };
  expect(await answer()).not.toContain('INT. DECK');
  await eddie.patch(`/api/projects/${id}`, { showOutline: false });
  expect(await answer()).toContain('INT. DECK');
});
