import { expect, test } from 'vitest';
import { characterRow, elementRow, sceneRow } from '#test/rows.ts';
import { changeTo, characterValues, isSameTemplate, sceneValues } from './templates.ts';

test('renders a scene in order as text, without heading and transitions', () => {
  const elements = [
    elementRow({ id: 4, orderIndex: 50, elementType: 'transition', content: 'CUT TO:' }),
    elementRow({
      id: 3,
      orderIndex: 40,
      elementType: 'dialogue',
      content: 'One more.',
      characterName: 'MARA',
    }),
    elementRow({ id: 2, orderIndex: 30, elementType: 'character', content: 'MARA' }),
    elementRow({ id: 1, orderIndex: 10, elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' }),
    elementRow({ id: 5, orderIndex: 20, content: 'A clicker counts.' }),
  ];
  expect(sceneValues(sceneRow({ notes: 'Cold light' }), elements)).toEqual({
    location: 'CAR DECK',
    timeOfDay: 'NIGHT',
    sceneHeading: 'INT. CAR DECK - NIGHT',
    notes: 'Cold light',
    scriptContext: 'A clicker counts. MARA: One more.',
  });
});

test('cuts a long scene after its beginning', () => {
  const { scriptContext } = sceneValues(sceneRow({ notes: 'Cold light' }), [
    elementRow({ content: 'word '.repeat(200) }),
  ]);
  expect(scriptContext).toMatch(/ word…$/);
  expect(String(scriptContext).length).toBeLessThanOrEqual(401);
});

const mara = characterRow({
  role: 'purser',
  age: 41,
  description: 'Counts everything.',
  visualAesthetic: 'grainy film',
  characterType: 'protagonist',
});

test('characterValues uses the visual aesthetic as style', () => {
  expect(characterValues(mara)).toEqual({
    name: 'MARA',
    age: 41,
    description: 'Counts everything.',
    role: 'purser',
    characterType: 'protagonist',
    styleControl: 'grainy film',
  });
});

test('blank templates are equal, and stored as null', () => {
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
