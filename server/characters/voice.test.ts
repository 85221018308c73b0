import { afterAll, beforeAll, expect, test } from 'vitest';
import { characterNamed, speakersOf } from '#screenplay/cue.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aWorld, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let eddie: Caller;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  eddie = server.as(world.eddie);
});
afterAll(() => server.close());

const cast = async () => (await eddie.get(`${world.projectUrl}/characters`)).json() as Character[];
const script = async () => (await eddie.get(`${world.projectUrl}/script-elements`)).json() as Element[];

test('voicedCharacter returns the character with a voice for a dialogue with that name', async () => {
  const tobias = (await cast()).find(({ name }) => name === 'TOBIAS');
  const voiceSettings = { stability: 0.3, similarity_boost: 0.9, style: 0.1, use_speaker_boost: true };
  const answer = await eddie.patch(`/api/characters/${tobias?.id}`, {
    name: 'Tobias',
    voiceId: 'harbour-2',
    voiceSettings,
  });
  expect(answer.statusCode).toBe(200);

  const line = (await script()).find(({ content }) => content === 'Wait! I have a ticket!');
  const patched = await eddie.patch(`/api/script-elements/${line?.id}`, { characterName: 'tobias' });
  const { characterName } = patched.json() as Element;
  expect(characterName).toBe('TOBIAS');
  expect(characterNamed(await cast(), characterName ?? '')).toMatchObject({
    id: tobias?.id,
    name: 'Tobias',
    voiceId: 'harbour-2',
    voiceSettings,
  });
});

test('voicedCharacter finds the speaker of every line, whatever extension the cue has', async () => {
  const characters = await cast();
  for (const { id, name } of characters)
    await eddie.patch(`/api/characters/${id}`, { voiceId: `voice of ${name.toUpperCase()}` });
  const withVoices = await cast();
  const elements = await script();
  const voices = speakersOf(elements).flatMap((speaker, i) =>
    elements[i]?.elementType === 'dialogue' ? [characterNamed(withVoices, speaker ?? '')?.voiceId] : [],
  );
  expect(voices).toEqual(['voice of MARA', 'voice of TOBIAS', 'voice of TOBIAS']);
});
