import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory } from '#server/db/schema/history.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';

const typed = 'Int. bridge - dawn';
const inCapitals = typed.toUpperCase();

let url: string;
/** A heading with its letters as typed. */
let heading: Element;

test.beforeEach(async ({ world, olive }) => {
  url = world.projectUrl;
  heading = (
    await olive.post(`${url}/script-elements`, { elementType: 'scene_heading', content: typed })
  ).json();
});

const listed = async (caller: Caller, of = url): Promise<Element[]> =>
  (await caller.get(`${of}/script-elements`)).json();
const shown = async (caller: Caller, id = heading.id) => {
  const found = (await listed(caller)).find((each) => each.id === id);
  return found && [found.elementType, found.content, found.typedContent];
};
const patch = async (caller: Caller, body: object): Promise<Element> => {
  const answer = await caller.patch(`/api/script-elements/${heading.id}`, body);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const change = async (caller: Caller, ...edits: ScriptEdit[]) => {
  const answer = await caller.post(`${url}/script-changes`, { edits });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};

describe('letters as typed', () => {
  test('are stored beside the capitals that the API answers', async ({ olive }) => {
    expect(heading).toMatchObject({ content: inCapitals, typedContent: typed });
    expect(heading.sceneId).not.toBeNull();
    const scene = (await olive.get(`${url}/scenes`))
      .json()
      .find((each: { id: number }) => each.id === heading.sceneId);
    expect(scene.heading).toBe(inCapitals);
  });

  test('are the text again after the type has changed there and back', async ({ olive }) => {
    await patch(olive, { elementType: 'action' });
    expect(await shown(olive)).toEqual(['action', typed, null]);
    for (const elementType of ['character', 'transition', 'scene_heading']) {
      await patch(olive, { elementType });
      expect(await shown(olive)).toEqual([elementType, inCapitals, typed]);
    }
    await patch(olive, { elementType: 'action', content: typed });
    expect(await shown(olive)).toEqual(['action', typed, null]);
  });

  test('stay when an earlier version sends capitals', async ({ olive }) => {
    await patch(olive, { content: `${inCapitals} LATER`, baseVersion: heading.version });
    expect(await shown(olive)).toEqual(['scene_heading', `${inCapitals} LATER`, `${typed} LATER`]);
  });

  test('are ignored when an earlier version has changed the capitals alone', async ({ server, olive }) => {
    await server.db
      .update(scriptElements)
      .set({ content: 'INT. QUAY' })
      .where(eq(scriptElements.id, heading.id));
    await patch(olive, { elementType: 'action' });
    expect(await shown(olive)).toEqual(['action', 'INT. QUAY', null]);
  });

  test('change without a version and an entry of the history', async ({ server, olive }) => {
    const entries = () => server.db.$count(scriptHistory, eq(scriptHistory.elementId, heading.id));
    const before = await entries();
    const answer = await patch(olive, { content: 'Int. Bridge - dawn', baseVersion: heading.version });
    expect([answer.version, answer.typedContent]).toEqual([heading.version, 'Int. Bridge - dawn']);
    expect(await entries()).toBe(before);
  });

  test('are merged when two writers change them', async ({ olive }) => {
    const { version: baseVersion } = heading;
    await patch(olive, { content: 'Ext. bridge - dawn', baseVersion });
    await patch(olive, { content: 'Int. bridge - dusk', baseVersion });
    expect(await shown(olive)).toEqual(['scene_heading', 'EXT. BRIDGE - DUSK', 'Ext. bridge - dusk']);
  });

  test('are in capitals in a conflict, as the API answers', async ({ olive }) => {
    const { version: baseVersion } = heading;
    await patch(olive, { content: 'Int. bridge - dusk', baseVersion });
    const answer = await olive.patch(`/api/script-elements/${heading.id}`, {
      ...{ content: 'Int. bridge - noon', baseVersion },
    });
    expect(answer.json()).toMatchObject({
      ...{ current: { content: 'INT. BRIDGE - DUSK' }, base: { content: inCapitals } },
      yours: { content: 'INT. BRIDGE - NOON' },
    });
  });

  test('come back with a deleted element, and with one that was cut and pasted', async ({ world, olive }) => {
    const { id } = heading;
    await change(olive, { type: 'delete', id });
    await change(olive, { type: 'restore', id });
    expect(await shown(olive)).toEqual(['scene_heading', inCapitals, typed]);
    await change(olive, { type: 'delete', id });
    const source = { projectId: world.project.id, id };
    const pasted = { elementType: 'scene_heading' as const, content: typed, source };
    await change(olive, { type: 'insert', afterId: null, elements: [pasted] });
    expect(await shown(olive)).toEqual(['scene_heading', inCapitals, typed]);
  });

  test('are those of a file', async ({ olive }) => {
    const fountain = 'Int. bridge - dawn\n\nRain.\n\n@Mara Rehn\nWait.\n\n> Smash cut to:\n';
    const paragraph = (type: string, text: string) =>
      `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`;
    const fdx = `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="5"><Content>${[
      paragraph('Scene Heading', typed),
      paragraph('Action', 'Rain.'),
      paragraph('Character', 'Mara Rehn'),
      paragraph('Dialogue', 'Wait.'),
      paragraph('Transition', 'Smash cut to:'),
    ].join('')}</Content></FinalDraft>`;
    for (const [name, file] of Object.entries({ 'a.fountain': fountain, 'a.fdx': fdx })) {
      const { project } = (await olive.inject(uploadRequest(name, file))).json();
      const script = await listed(olive, `/api/projects/${project.id}`);
      expect(script.map(({ content, typedContent }) => [content, typedContent])).toEqual([
        [inCapitals, typed],
        ['Rain.', null],
        ['MARA REHN', 'Mara Rehn'],
        ['Wait.', null],
        ['SMASH CUT TO:', 'Smash cut to:'],
      ]);
    }
  });
});
