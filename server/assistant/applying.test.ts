import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Suggestion } from '#shared/contract/assistant.ts';
import type { Element } from '#shared/contract/elements.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let eddie: Caller;
/** URL of the Night Ferry of each test, shared with Eddie and Cora. */
let url: string;
let script: Element[];

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  eddie = server.as(world.eddie);
});
beforeEach(async () => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  await aShare(server.db, project, world.cora, { role: 'commenter' });
  url = `/api/projects/${project.id}`;
  script = await listed();
});
afterAll(() => server.close());

const listed = async () => (await eddie.get(`${url}/script-elements`)).json() as Element[];
const texts = async () => (await listed()).map(({ content }) => content);
const history = async () => (await eddie.get(`${url}/script-history/paginated?changedBy=ai`)).json().history;
const apply = (suggestion: object, caller = eddie) => caller.post(`${url}/apply-improvement`, suggestion);
const elementCalled = (content: string) => {
  const found = script.find((element) => element.content === content);
  if (!found) throw new Error(`No element says ${content}`);
  return found;
};

/** Build a suggestion, by default to replace the line about the rain. */
function suggestion(proposed: Partial<Suggestion> = {}): Suggestion {
  const { id, content } = elementCalled('Rain on black water. A ferry strains at her ropes.');
  return {
    id: 'one',
    type: 'replace',
    description: 'Tighter',
    confidence: 0.8,
    reasoning: 'Short reads fast.',
    originalContent: content,
    suggestedContent: 'Rain. A ferry strains at her ropes.',
    elementId: id,
    elementType: 'action',
    characterName: null,
    ...proposed,
  };
}

describe('POST /api/projects/:id/apply-improvement: replace', () => {
  test('replaces the whole text and returns the element', async () => {
    const proposed = suggestion();
    const answer = await apply(proposed);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      success: true,
      element: {
        id: proposed.elementId,
        content: proposed.suggestedContent,
        version: 2,
        elementType: 'action',
      },
    });
    expect(await texts()).toContain(proposed.suggestedContent);
    expect(await texts()).toHaveLength(script.length);
  });

  test('splits action with empty lines into elements in one change (decision OQ-117)', async () => {
    const proposed = suggestion({ suggestedContent: 'Rain on black water.\n\nA ferry.\n \nHer ropes.' });
    const answer = (await apply(proposed)).json();
    expect(answer.element).toMatchObject({ id: proposed.elementId, content: 'Rain on black water.' });
    expect(answer.added.map(({ content, elementType }: Element) => [content, elementType])).toEqual([
      ['A ferry.', 'action'],
      ['Her ropes.', 'action'],
    ]);
    const after = await texts();
    const at = after.indexOf('Rain on black water.');
    expect(after.slice(at, at + 3)).toEqual(['Rain on black water.', 'A ferry.', 'Her ropes.']);
    expect(after).toHaveLength(script.length + 2);
  });

  test('ignores white space around the original', async () => {
    const { originalContent } = suggestion();
    expect((await apply(suggestion({ originalContent: `\n${originalContent}  ` }))).statusCode).toBe(200);
  });

  test('keeps scene headings in capitals', async () => {
    const heading = elementCalled('EXT. HARBOUR - NIGHT');
    const answer = await apply(
      suggestion({
        elementId: heading.id,
        elementType: 'scene_heading',
        originalContent: heading.content,
        suggestedContent: 'ext. quay - night',
      }),
    );
    expect(answer.json().element.content).toBe('EXT. QUAY - NIGHT');
    const scenes = (await eddie.get(`${url}/scenes`)).json();
    expect(scenes[0].heading).toBe('EXT. QUAY - NIGHT');
  });
});

describe('POST /api/projects/:id/apply-improvement: modify', () => {
  test('changes only the first occurrence of the words', async () => {
    const speech = elementCalled('Forty-one. Forty-two.');
    const answer = await apply(
      suggestion({
        type: 'modify',
        elementId: speech.id,
        originalContent: 'Forty-',
        suggestedContent: 'Fifty-',
      }),
    );
    expect(answer.json().element.content).toBe('Fifty-one. Forty-two.');
  });

  test('inserts the suggested words verbatim', async () => {
    const answer = await apply(
      suggestion({ type: 'modify', originalContent: 'black water', suggestedContent: "$& $1 $' <b>ink</b>" }),
    );
    expect(answer.json().element.content).toBe("Rain on $& $1 $' <b>ink</b>. A ferry strains at her ropes.");
  });

  test('rejects an empty original', async () => {
    expect((await apply(suggestion({ type: 'modify', originalContent: '' }))).statusCode).toBe(409);
  });

  test('rejects a result that is too long for an element', async () => {
    const answer = await apply(
      suggestion({ type: 'modify', originalContent: 'Rain', suggestedContent: 'x'.repeat(20_000) }),
    );
    expect(answer.statusCode).toBe(400);
    expect(await texts()).toEqual(script.map(({ content }) => content));
  });
});

describe('POST /api/projects/:id/apply-improvement: insert', () => {
  test('inserts an element before or after the named one, in its scene', async () => {
    const cue = elementCalled('TOBIAS');
    const answer = await apply(
      suggestion({
        type: 'insert_before',
        elementId: cue.id,
        elementType: 'character',
        originalContent: '',
        suggestedContent: 'mara',
      }),
    );
    const { element } = answer.json();
    expect(element).toMatchObject({ elementType: 'character', content: 'MARA', sceneId: cue.sceneId });
    const speech = await apply(
      suggestion({
        type: 'insert_after',
        elementId: element.id,
        elementType: 'dialogue',
        originalContent: '',
        suggestedContent: 'Forty-three.',
        characterName: 'Mara',
      }),
    );
    expect(speech.json().element).toMatchObject({ elementType: 'dialogue', characterName: 'MARA' });
    expect((await texts()).slice(2, 7)).toEqual([
      'MARA',
      'Forty-one. Forty-two.',
      'MARA',
      'Forty-three.',
      'TOBIAS',
    ]);
  });

  test('inserts before the first element and after the last', async () => {
    const first = script[0];
    const last = script.at(-1);
    if (!first || !last) throw new Error('The script is empty');
    const transition = { elementType: 'transition', originalContent: '' } as const;
    await apply(
      suggestion({ ...transition, type: 'insert_before', elementId: first.id, suggestedContent: 'FADE IN:' }),
    );
    await apply(
      suggestion({ ...transition, type: 'insert_after', elementId: last.id, suggestedContent: 'FADE OUT.' }),
    );
    const after = await texts();
    expect([after[0], after.at(-1)]).toEqual(['FADE IN:', 'FADE OUT.']);
    expect(after).toHaveLength(script.length + 2);
  });

  test('accepts the same insertion twice, since it depends on no text', async () => {
    const proposed = suggestion({ type: 'insert_after', originalContent: '', suggestedContent: 'Thunder.' });
    await apply(proposed);
    await apply(proposed);
    expect((await texts()).filter((text) => text === 'Thunder.')).toHaveLength(2);
  });
});

describe('history of an applied suggestion', () => {
  test('names the assistant, the user, both texts and the reason', async () => {
    const proposed = suggestion();
    const { historyEntryId } = (await apply(proposed)).json();
    expect(await history()).toEqual([
      expect.objectContaining({
        id: historyEntryId,
        action: 'update',
        changedBy: 'ai',
        userId: world.eddie.id,
        elementId: proposed.elementId,
        previousContent: proposed.originalContent,
        newContent: proposed.suggestedContent,
        changeReason: 'Tighter',
      }),
    ]);
  });

  test('records an insertion as a creation', async () => {
    const { historyEntryId, element } = (
      await apply(suggestion({ type: 'insert_after', originalContent: '', suggestedContent: 'Thunder.' }))
    ).json();
    expect(await history()).toEqual([
      expect.objectContaining({
        id: historyEntryId,
        action: 'create',
        elementId: element.id,
        changedBy: 'ai',
      }),
    ]);
  });
});

describe('stale suggestion', () => {
  const stale = {
    code: 'conflict',
    message: 'This element changed since the suggestion was made.',
    error: 'This element changed since the suggestion was made.',
  };

  test.each(['replace', 'modify'] as const)('to %s is rejected when the text has changed', async (type) => {
    const proposed = suggestion({ type });
    await eddie.patch(`/api/script-elements/${proposed.elementId}`, { content: 'Snow.' });
    const answer = await apply(proposed);
    expect([answer.statusCode, answer.json()]).toEqual([409, stale]);
    expect(await texts()).toContain('Snow.');
    expect(await history()).toEqual([]);
  });

  test.each(['replace', 'modify'] as const)('to %s is rejected when it was already applied', async (type) => {
    const proposed = suggestion({ type });
    expect((await apply(proposed)).statusCode).toBe(200);
    expect((await apply(proposed)).statusCode).toBe(409);
    expect(await history()).toHaveLength(1);
  });

  test('is applied once when sent twice concurrently', async () => {
    const answers = await Promise.all([apply(suggestion()), apply(suggestion())]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await history()).toHaveLength(1);
  });

  test('returns 404 when the element was deleted', async () => {
    for (const type of ['replace', 'modify', 'insert_before', 'insert_after'] as const) {
      const proposed = suggestion({ type });
      if (type === 'replace') await eddie.delete(`/api/script-elements/${proposed.elementId}`);
      const answer = await apply(proposed);
      expect([type, answer.statusCode, answer.json().message]).toEqual([type, 404, 'Element not found']);
    }
  });
});

test('POST /api/projects/:id/apply-improvement rejects a suggestion that changes nothing', async () => {
  const { originalContent } = suggestion();
  const answer = await apply(suggestion({ suggestedContent: originalContent }));
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'This suggestion changes nothing.']);
});

test('POST /api/projects/:id/apply-improvement returns 404 for an element of another project', async () => {
  const proposed = suggestion();
  const other = await nightFerry(server.db, world.eddie);
  const answer = await eddie.post(`/api/projects/${other.id}/apply-improvement`, proposed);
  expect(answer.statusCode).toBe(404);
});

test.each<[string, object]>([
  ['no element', { elementId: undefined }],
  ['an element id out of range', { elementId: 2 ** 40 }],
  ['an unknown type', { type: 'delete' }],
  ['blank text', { suggestedContent: ' \n' }],
  ['a text that is too long', { suggestedContent: 'x'.repeat(20_001) }],
  ['characters that cannot be stored', { suggestedContent: 'Rain\0.' }],
  ['a confidence above 1', { confidence: 1.1 }],
  ['an unknown element type', { type: 'insert_after', elementType: 'shot' }],
])('POST /api/projects/:id/apply-improvement rejects %s', async (_what, proposed) => {
  expect((await apply({ ...suggestion(), ...proposed })).statusCode).toBe(400);
  expect(await history()).toEqual([]);
});

test('POST /api/projects/:id/apply-improvement requires an editor and is free', async () => {
  expect((await apply(suggestion(), server.as(world.cora))).statusCode).toBe(403);
  await apply(suggestion());
  expect((await eddie.get('/api/auth/user')).json().creditBalance).toBe(500);
});
