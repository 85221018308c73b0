import { describe, expect } from 'vitest';
import type { Character } from '#shared/contract/characters.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Caller } from '#test/app.ts';
import { aProject } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';

let projectId: number;
let url: string;

test.beforeEach(async ({ server, world }) => {
  const project = await aProject(server.db, { userId: world.olive.id });
  projectId = project.id;
  url = `/api/projects/${encodeProjectId(projectId)}/characters`;
});

const listed = async (olive: Caller) => (await olive.get(url)).json() as Character[];

describe('POST /api/projects/:id/characters', () => {
  test('requires a name and uses defaults for the rest', async ({ olive }) => {
    const answer = await olive.post(url, { name: '  Mara ' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      projectId,
      name: 'Mara',
      role: null,
      age: null,
      description: null,
      arc: null,
      visualAesthetic: null,
      characterType: 'supporting',
      voiceId: null,
      voiceSettings: { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true },
      avatarUrl: null,
      avatarPrompt: null,
      displayOrder: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await listed(olive)).toEqual([answer.json()]);
  });

  test('stores every field', async ({ olive }) => {
    const mara = {
      name: 'MARA',
      role: 'Deckhand',
      age: 44,
      description: 'Counts cars. Writes nothing down.',
      arc: 'Learns to lose count.',
      visualAesthetic: 'Oilskins',
      characterType: 'protagonist',
      voiceId: 'harbour-1',
      voiceSettings: { stability: 0, similarity_boost: 1, style: 0.25, use_speaker_boost: false },
    };
    const answer = await olive.post(url, mara);
    expect(answer.json()).toMatchObject(mara);
    expect(await listed(olive)).toEqual([answer.json()]);
  });

  test('adds the character to the list under either form of the project’s id', async ({ olive }) => {
    await olive.post(url, { name: 'MARA' });
    const byNumber = await olive.get(`/api/projects/${projectId}/characters`);
    expect(byNumber.json()).toMatchObject([{ name: 'MARA' }]);
    expect((await olive.get(url)).json()).toEqual(byNumber.json());
  });

  test('adds characters at the end of the display order', async ({ olive }) => {
    for (const name of ['MARA', 'TOBIAS', 'THE CAPTAIN']) await olive.post(url, { name });
    expect((await listed(olive)).map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
      ['MARA', 0],
      ['TOBIAS', 1],
      ['THE CAPTAIN', 2],
    ]);
  });

  test.for(['RENE\u0301E', 'Rene\u0301e', 'REN\u200bÉE', '\ufeffRENÉE'])(
    'rejects the name %j, which looks like an existing one',
    async (name, { olive }) => {
      const { id } = (await olive.post(url, { name: 'RENÉE' })).json();
      const other = (await olive.post(url, { name: 'MARA' })).json();
      for (const answer of [
        await olive.post(url, { name }),
        await olive.patch(`/api/characters/${other.id}`, { name }),
      ])
        expect([answer.statusCode, answer.json().message]).toEqual([
          409,
          'A character with this name already exists.',
        ]);
      const renamed = await olive.patch(`/api/characters/${id}`, { name });
      expect([renamed.statusCode, renamed.json().name]).toEqual([200, name.trim()]);
    },
  );

  test('rejects a name without visible characters', async ({ olive }) => {
    const answer = await olive.post(url, { name: '\u200b\u2060' });
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Character name is required']);
  });

  test('rejects an existing name in any case', async ({ server, world, olive }) => {
    await olive.post(url, { name: 'MARA' });
    const answer = await olive.post(url, { name: 'mara' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'A character with this name already exists.',
    ]);
    expect(await listed(olive)).toHaveLength(1);
    const elsewhere = await aProject(server.db, { userId: world.olive.id });
    expect((await olive.post(`/api/projects/${elsewhere.id}/characters`, { name: 'MARA' })).statusCode).toBe(
      201,
    );
  });

  test('accepts its own project id in either form and rejects another', async ({ olive }) => {
    const add = (name: string, given: unknown) => olive.post(url, { name, projectId: given });
    expect((await add('MARA', projectId)).statusCode).toBe(201);
    expect((await add('TOBIAS', encodeProjectId(projectId))).statusCode).toBe(201);
    const other = await add('SAM', projectId + 1);
    expect([other.statusCode, other.json().fields]).toEqual([
      400,
      { projectId: 'Must be the project of the address' },
    ]);
    const nonsense = await add('SAM', 'Pno!');
    expect([nonsense.statusCode, nonsense.json().fields]).toEqual([
      400,
      { projectId: 'Invalid character in project ID' },
    ]);
  });

  test("increments the project's revision", async ({ olive }) => {
    const revision = async () => (await olive.get(`/api/projects/${projectId}`)).json().revision;
    await olive.post(url, { name: 'MARA' });
    expect(await revision()).toBe(1);
    await olive.post(url, { name: 'MARA' });
    expect(await revision()).toBe(1);
  });
});
