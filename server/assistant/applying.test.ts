import { describe, expect } from 'vitest';
import type { Suggestion } from '#shared/contract/assistant.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

/** URL of the Night Ferry of each test, shared with Eddie and Cora. */
let url: string;
let script: Element[];

test.beforeEach(async ({ server, world, eddie }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  await aShare(server.db, project, world.cora, { role: 'commenter' });
  url = `/api/projects/${project.id}`;
  script = await listed(eddie);
});

const listed = async (eddie: Caller) => (await eddie.get(`${url}/script-elements`)).json() as Element[];
const texts = async (eddie: Caller) => (await listed(eddie)).map(({ content }) => content);
const history = async (eddie: Caller) =>
  (await eddie.get(`${url}/script-history/paginated?changedBy=ai`)).json().history;
const apply = (eddie: Caller, suggestion: object, caller = eddie) =>
  caller.post(`${url}/apply-improvement`, suggestion);
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
  test('replaces the whole text and returns the element', async ({ eddie }) => {
    const proposed = suggestion();
    const answer = await apply(eddie, proposed);
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
    expect(await texts(eddie)).toContain(proposed.suggestedContent);
    expect(await texts(eddie)).toHaveLength(script.length);
  });

  test('splits action with empty lines into elements in one change (decision OQ-117)', async ({ eddie }) => {
    const proposed = suggestion({ suggestedContent: 'Rain on black water.\n\nA ferry.\n \nHer ropes.' });
    const answer = (await apply(eddie, proposed)).json();
    expect(answer.element).toMatchObject({ id: proposed.elementId, content: 'Rain on black water.' });
    expect(answer.added.map(({ content, elementType }: Element) => [content, elementType])).toEqual([
      ['A ferry.', 'action'],
      ['Her ropes.', 'action'],
    ]);
    const after = await texts(eddie);
    const at = after.indexOf('Rain on black water.');
    expect(after.slice(at, at + 3)).toEqual(['Rain on black water.', 'A ferry.', 'Her ropes.']);
    expect(after).toHaveLength(script.length + 2);
  });

  test('ignores white space around the original', async ({ eddie }) => {
    const { originalContent } = suggestion();
    expect((await apply(eddie, suggestion({ originalContent: `\n${originalContent}  ` }))).statusCode).toBe(
      200,
    );
  });

  test('keeps scene headings in capitals', async ({ eddie }) => {
    const heading = elementCalled('EXT. HARBOUR - NIGHT');
    const answer = await apply(
      eddie,
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
  test('changes only the first occurrence of the words', async ({ eddie }) => {
    const speech = elementCalled('Forty-one. Forty-two.');
    const answer = await apply(
      eddie,
      suggestion({
        type: 'modify',
        elementId: speech.id,
        originalContent: 'Forty-',
        suggestedContent: 'Fifty-',
      }),
    );
    expect(answer.json().element.content).toBe('Fifty-one. Forty-two.');
  });

  test('inserts the suggested words verbatim', async ({ eddie }) => {
    const answer = await apply(
      eddie,
      suggestion({ type: 'modify', originalContent: 'black water', suggestedContent: "$& $1 $' <b>ink</b>" }),
    );
    expect(answer.json().element.content).toBe("Rain on $& $1 $' <b>ink</b>. A ferry strains at her ropes.");
  });

  test('rejects an empty original', async ({ eddie }) => {
    expect((await apply(eddie, suggestion({ type: 'modify', originalContent: '' }))).statusCode).toBe(409);
  });

  test('rejects a result that is too long for an element', async ({ eddie }) => {
    const answer = await apply(
      eddie,
      suggestion({ type: 'modify', originalContent: 'Rain', suggestedContent: 'x'.repeat(20_000) }),
    );
    expect(answer.statusCode).toBe(400);
    expect(await texts(eddie)).toEqual(script.map(({ content }) => content));
  });
});

describe('POST /api/projects/:id/apply-improvement: insert', () => {
  test('inserts an element before or after the named one, in its scene', async ({ eddie }) => {
    const cue = elementCalled('TOBIAS');
    const answer = await apply(
      eddie,
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
      eddie,
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
    expect((await texts(eddie)).slice(2, 7)).toEqual([
      'MARA',
      'Forty-one. Forty-two.',
      'MARA',
      'Forty-three.',
      'TOBIAS',
    ]);
  });

  test('inserts before the first element and after the last', async ({ eddie }) => {
    const first = script[0];
    const last = script.at(-1);
    if (!first || !last) throw new Error('The script is empty');
    const transition = { elementType: 'transition', originalContent: '' } as const;
    await apply(
      eddie,
      suggestion({ ...transition, type: 'insert_before', elementId: first.id, suggestedContent: 'FADE IN:' }),
    );
    await apply(
      eddie,
      suggestion({ ...transition, type: 'insert_after', elementId: last.id, suggestedContent: 'FADE OUT.' }),
    );
    const after = await texts(eddie);
    expect([after[0], after.at(-1)]).toEqual(['FADE IN:', 'FADE OUT.']);
    expect(after).toHaveLength(script.length + 2);
  });

  test('accepts the same insertion twice, since it depends on no text', async ({ eddie }) => {
    const proposed = suggestion({ type: 'insert_after', originalContent: '', suggestedContent: 'Thunder.' });
    await apply(eddie, proposed);
    await apply(eddie, proposed);
    expect((await texts(eddie)).filter((text) => text === 'Thunder.')).toHaveLength(2);
  });
});

describe('history of an applied suggestion', () => {
  test('names the assistant, the user, both texts and the reason', async ({ world, eddie }) => {
    const proposed = suggestion();
    const { historyEntryId } = (await apply(eddie, proposed)).json();
    expect(await history(eddie)).toEqual([
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

  test('records an insertion as a creation', async ({ eddie }) => {
    const { historyEntryId, element } = (
      await apply(
        eddie,
        suggestion({ type: 'insert_after', originalContent: '', suggestedContent: 'Thunder.' }),
      )
    ).json();
    expect(await history(eddie)).toEqual([
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

  test.for(['replace', 'modify'] as const)(
    'to %s is rejected when the text has changed',
    async (type, { eddie }) => {
      const proposed = suggestion({ type });
      await eddie.patch(`/api/script-elements/${proposed.elementId}`, { content: 'Snow.' });
      const answer = await apply(eddie, proposed);
      expect([answer.statusCode, answer.json()]).toEqual([409, stale]);
      expect(await texts(eddie)).toContain('Snow.');
      expect(await history(eddie)).toEqual([]);
    },
  );

  test.for(['replace', 'modify'] as const)(
    'to %s is rejected when it was already applied',
    async (type, { eddie }) => {
      const proposed = suggestion({ type });
      expect((await apply(eddie, proposed)).statusCode).toBe(200);
      expect((await apply(eddie, proposed)).statusCode).toBe(409);
      expect(await history(eddie)).toHaveLength(1);
    },
  );

  test('is applied once when sent twice concurrently', async ({ eddie }) => {
    const answers = await Promise.all([apply(eddie, suggestion()), apply(eddie, suggestion())]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await history(eddie)).toHaveLength(1);
  });

  test('returns 404 when the element was deleted', async ({ eddie }) => {
    for (const type of ['replace', 'modify', 'insert_before', 'insert_after'] as const) {
      const proposed = suggestion({ type });
      if (type === 'replace') await eddie.delete(`/api/script-elements/${proposed.elementId}`);
      const answer = await apply(eddie, proposed);
      expect([type, answer.statusCode, answer.json().message]).toEqual([type, 404, 'Element not found']);
    }
  });
});

test('POST /api/projects/:id/apply-improvement rejects a suggestion that changes nothing', async ({
  eddie,
}) => {
  const { originalContent } = suggestion();
  const answer = await apply(eddie, suggestion({ suggestedContent: originalContent }));
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'This suggestion changes nothing.']);
});

test('POST /api/projects/:id/apply-improvement returns 404 for an element of another project', async ({
  server,
  world,
  eddie,
}) => {
  const proposed = suggestion();
  const other = await nightFerry(server.db, world.eddie);
  const answer = await eddie.post(`/api/projects/${other.id}/apply-improvement`, proposed);
  expect(answer.statusCode).toBe(404);
});

test.for<[string, object]>([
  ['no element', { elementId: undefined }],
  ['an element id out of range', { elementId: 2 ** 40 }],
  ['an unknown type', { type: 'delete' }],
  ['blank text', { suggestedContent: ' \n' }],
  ['a text that is too long', { suggestedContent: 'x'.repeat(20_001) }],
  ['characters that cannot be stored', { suggestedContent: 'Rain\0.' }],
  ['a confidence above 1', { confidence: 1.1 }],
  ['an unknown element type', { type: 'insert_after', elementType: 'shot' }],
] as const)('POST /api/projects/:id/apply-improvement rejects %s', async ([_what, proposed], { eddie }) => {
  expect((await apply(eddie, { ...suggestion(), ...proposed })).statusCode).toBe(400);
  expect(await history(eddie)).toEqual([]);
});

test('POST /api/projects/:id/apply-improvement requires an editor and is free', async ({
  server,
  world,
  eddie,
}) => {
  expect((await apply(eddie, suggestion(), server.as(world.cora))).statusCode).toBe(403);
  await apply(eddie, suggestion());
  expect((await eddie.get('/api/auth/user')).json().creditBalance).toBe(500);
});
