import { expect, test } from 'vitest';
import { changeTo, characterValues, isSameTemplate, sceneValues } from './templates.ts';
import { aCharacter, anElement, aScene } from './testing.tsx';

test('a scene is told in its order, as it reads, without heading and transitions', () => {
  const elements = [
    anElement({ id: 4, orderIndex: 50, elementType: 'transition', content: 'CUT TO:' }),
    anElement({
      id: 3,
      orderIndex: 40,
      elementType: 'dialogue',
      content: 'One more.',
      characterName: 'MARA',
    }),
    anElement({ id: 2, orderIndex: 30, elementType: 'character', content: 'MARA' }),
    anElement({ id: 1, orderIndex: 10, elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' }),
    anElement({ id: 5, orderIndex: 20, content: 'A clicker counts.' }),
  ];
  expect(sceneValues(aScene(), elements)).toEqual({
    location: 'CAR DECK',
    timeOfDay: 'NIGHT',
    sceneHeading: 'INT. CAR DECK - NIGHT',
    notes: 'Cold light',
    scriptContext: 'A clicker counts. MARA: One more.',
  });
});

test('of a long scene the beginning is enough', () => {
  const { scriptContext } = sceneValues(aScene(), [anElement({ content: 'word '.repeat(200) })]);
  expect(scriptContext).toMatch(/ word…$/);
  expect(String(scriptContext).length).toBeLessThanOrEqual(401);
});

test('the style of a character is what controls the look of the avatar', () => {
  expect(characterValues(aCharacter())).toEqual({
    name: 'MARA',
    age: 41,
    description: 'Counts everything.',
    role: 'purser',
    characterType: 'protagonist',
    styleControl: 'grainy film',
  });
});

test('blank templates are the same, and stored as none', () => {
  expect([isSameTemplate('', ' \n'), isSameTemplate('Fog', 'Fog '), isSameTemplate('', 'Fog')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(changeTo({ scene: ' \n', character: 'A face' })).toEqual({
    sceneImagePromptTemplate: null,
    characterAvatarPromptTemplate: 'A face',
  });
});
