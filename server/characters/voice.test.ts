import { expect } from 'vitest';
import { characterNamed, speakersOf } from '#screenplay/cue.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

const cast = async (world: World, eddie: Caller) =>
  (await eddie.get(`${world.projectUrl}/characters`)).json() as Character[];
const script = async (world: World, eddie: Caller) =>
  (await eddie.get(`${world.projectUrl}/script-elements`)).json() as Element[];

test('voicedCharacter returns the character with a voice for a dialogue with that name', async ({
  world,
  eddie,
}) => {
  const tobias = (await cast(world, eddie)).find(({ name }) => name === 'TOBIAS');
  const voiceSettings = { stability: 0.3, similarity_boost: 0.9, style: 0.1, use_speaker_boost: true };
  const answer = await eddie.patch(`/api/characters/${tobias?.id}`, {
    name: 'Tobias',
    voiceId: 'harbour-2',
    voiceSettings,
  });
  expect(answer.statusCode).toBe(200);

  const line = (await script(world, eddie)).find(({ content }) => content === 'Wait! I have a ticket!');
  const patched = await eddie.patch(`/api/script-elements/${line?.id}`, { characterName: 'tobias' });
  const { characterName } = patched.json() as Element;
  expect(characterName).toBe('TOBIAS');
  expect(characterNamed(await cast(world, eddie), characterName ?? '')).toMatchObject({
    id: tobias?.id,
    name: 'Tobias',
    voiceId: 'harbour-2',
    voiceSettings,
  });
});

test('voicedCharacter finds the speaker of every line, whatever extension the cue has', async ({
  world,
  eddie,
}) => {
  const characters = await cast(world, eddie);
  for (const { id, name } of characters)
    await eddie.patch(`/api/characters/${id}`, { voiceId: `voice of ${name.toUpperCase()}` });
  const withVoices = await cast(world, eddie);
  const elements = await script(world, eddie);
  const voices = speakersOf(elements).flatMap((speaker, i) =>
    elements[i]?.elementType === 'dialogue' ? [characterNamed(withVoices, speaker ?? '')?.voiceId] : [],
  );
  expect(voices).toEqual(['voice of MARA', 'voice of TOBIAS', 'voice of TOBIAS']);
});
