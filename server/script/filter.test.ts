import { describe, expect } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller } from '#test/app.ts';
import { aCharacter, aScene } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { aWorld } from '#test/world.ts';

let olive: Caller;
let projectId: number;
let url: string;
let script: Element[];

test.beforeAll(async ({ server }) => {
  const world = await aWorld(server.db);
  olive = server.as(world.olive);
  projectId = world.project.id;
  url = `${world.projectUrl}/script-elements`;
  script = await listed();
});

const listed = async (query = '') => (await olive.get(url + query)).json() as Element[];
const texts = (elements: Element[]) => elements.map(({ content }) => content);
/** The heading of the second scene. */
const carDeck = () => script[7] as Element;

describe('GET /api/projects/:id/script-elements with a filter', () => {
  test('contains the range of a scene', async () => {
    const { sceneId } = carDeck();
    expect(texts(await listed(`?sceneId=${sceneId}`))).toEqual(texts(script.slice(7)));
  });

  test('contains cues, parentheticals and lines of a character, with any extension', async ({ server }) => {
    const cast = (await olive.get(`/api/projects/${projectId}/characters`)).json() as {
      id: number;
      name: string;
    }[];
    expect(cast.map(({ name }) => name)).toEqual(['MARA', 'TOBIAS']);
    const tobias = cast[1]?.id;
    const expected = [
      'TOBIAS',
      '(waving a wet ticket)',
      'Wait! I have a ticket!',
      "TOBIAS (CONT'D)",
      'You count everything?',
    ];
    expect(texts(await listed(`?characterId=${tobias}`))).toEqual(expected);
    const { sceneId } = carDeck();
    expect(texts(await listed(`?characterId=${tobias}&sceneId=${sceneId}`))).toEqual(expected.slice(3));
    const captain = await aCharacter(server.db, { projectId, name: 'THE CAPTAIN' });
    expect(await listed(`?characterId=${captain.id}`)).toEqual([]);
  });

  test("returns 404 for another project's scene or character", async ({ server }) => {
    const scene = await aScene(server.db);
    const character = await aCharacter(server.db);
    for (const [query, message] of [
      [`?sceneId=${scene.id}`, 'Scene not found'],
      [`?characterId=${character.id}`, 'Character not found'],
      ['?sceneId=2147483647', 'Scene not found'],
    ]) {
      const answer = await olive.get(url + query);
      expect([answer.statusCode, answer.json().message]).toEqual([404, message]);
    }
  });
});
