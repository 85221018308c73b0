import { describe, expect, test } from 'vitest';
import {
  characterPrompt,
  characterTemplateOf,
  defaultTemplates,
  fillTemplate,
  scenePrompt,
  sceneTemplateOf,
  templateKinds,
  templateVariables,
  unknownVariables,
  variablesIn,
} from './promptTemplates.ts';

const scene = {
  location: 'CAR DECK',
  timeOfDay: 'NIGHT',
  sceneHeading: 'INT. CAR DECK - NIGHT',
  notes: 'Boots and a torch are enough',
  scriptContext: 'Engines. TOBIAS finds her between two vans.',
};
const character = {
  name: 'MARA',
  age: 41,
  description: 'Counts everything.',
  role: 'stowaway',
  characterType: 'protagonist',
  styleControl: 'ink and wash',
};

describe('templateVariables', () => {
  test('has the documented names for both kinds', () => {
    expect(templateVariables).toEqual({
      scene: ['location', 'timeOfDay', 'sceneHeading', 'notes', 'scriptContext'],
      character: ['name', 'age', 'description', 'role', 'characterType', 'styleControl'],
    });
  });

  test.each(templateVariables.scene)('{{%s}} of a scene is replaced', (name) => {
    expect(fillTemplate(`A picture of {{${name}}}`, scene)).toBe(`A picture of ${scene[name]}`);
  });

  test.each(templateVariables.character)('{{%s}} of a character is replaced', (name) => {
    expect(fillTemplate(`A picture of {{${name}}}`, character)).toBe(`A picture of ${character[name]}`);
  });
});

describe('defaultTemplates', () => {
  test('has the documented texts', () => {
    expect(defaultTemplates).toEqual({
      scene:
        'Cinematic storyboard frame. Scene: {{sceneHeading}}. Location: {{location}}. Time of day: {{timeOfDay}}. Notes: {{notes}}. What happens: {{scriptContext}}. Film lighting, no text.',
      character:
        'Portrait of {{name}}, age {{age}}, {{role}} ({{characterType}}). {{description}} Visual style: {{styleControl}}. Neutral background, no text.',
    });
  });

  test.each(templateKinds)('uses every variable of a %s, and no others', (kind) => {
    expect(variablesIn(defaultTemplates[kind]).sort()).toEqual([...templateVariables[kind]].sort());
    expect(unknownVariables(defaultTemplates[kind], kind)).toEqual([]);
  });

  test.each([null, '', '  \n'])('stand in for %j', (stored) => {
    expect(sceneTemplateOf({ sceneImagePromptTemplate: stored })).toBe(defaultTemplates.scene);
    expect(characterTemplateOf({ characterAvatarPromptTemplate: stored })).toBe(defaultTemplates.character);
  });

  test('give way to the project’s own', () => {
    expect(scenePrompt({ sceneImagePromptTemplate: 'Ink: {{location}}' }, scene)).toBe('Ink: CAR DECK');
    expect(characterPrompt({ characterAvatarPromptTemplate: 'Ink: {{name}}' }, character)).toBe('Ink: MARA');
  });

  test('read well when everything is known', () => {
    expect(scenePrompt({ sceneImagePromptTemplate: '' }, scene)).toBe(
      'Cinematic storyboard frame. Scene: INT. CAR DECK - NIGHT. Location: CAR DECK. Time of day: NIGHT. Notes: Boots and a torch are enough. What happens: Engines. TOBIAS finds her between two vans. Film lighting, no text.',
    );
    expect(characterPrompt({ characterAvatarPromptTemplate: null }, character)).toBe(
      'Portrait of MARA, age 41, stowaway (protagonist). Counts everything. Visual style: ink and wash. Neutral background, no text.',
    );
  });
});

describe('fillTemplate with missing values', () => {
  const nobody = { name: '', age: null, description: '', role: null, characterType: '', styleControl: '' };
  const portrait = (known: Partial<typeof character>) =>
    characterPrompt({ characterAvatarPromptTemplate: null }, { ...nobody, ...known });
  const end = 'Neutral background, no text.';

  test.each<[string, Partial<typeof character>, string]>([
    ['nothing', {}, end],
    ['a name', { name: 'MARA' }, `Portrait of MARA. ${end}`],
    ['name and age', { name: 'MARA', age: 41 }, `Portrait of MARA, age 41. ${end}`],
    ['age 0', { name: 'MARA', age: 0 }, `Portrait of MARA, age 0. ${end}`],
    ['name and role', { name: 'MARA', role: 'stowaway' }, `Portrait of MARA, stowaway. ${end}`],
    ['name and type', { name: 'MARA', characterType: 'antagonist' }, `Portrait of MARA (antagonist). ${end}`],
    [
      'name, age and type',
      { name: 'MARA', age: 41, characterType: 'supporting' },
      `Portrait of MARA, age 41 (supporting). ${end}`,
    ],
    ['a description', { description: 'Counts' }, `Counts. ${end}`],
    ['a whole sentence', { description: 'She counts!' }, `She counts! ${end}`],
    ['a style', { name: 'MARA', styleControl: 'ink' }, `Portrait of MARA. Visual style: ink. ${end}`],
  ])('around %s', (_, known, prompt) => {
    expect(portrait(known)).toBe(prompt);
  });

  test('removes the label of a scene without notes', () => {
    const prompt = scenePrompt({ sceneImagePromptTemplate: null }, { ...scene, notes: null, timeOfDay: ' ' });
    expect(prompt).toBe(
      'Cinematic storyboard frame. Scene: INT. CAR DECK - NIGHT. Location: CAR DECK. What happens: Engines. TOBIAS finds her between two vans. Film lighting, no text.',
    );
  });

  test('but words that say something by themselves stay', () => {
    expect(fillTemplate('Ink, (on {{location}} paper).', {})).toBe('Ink, (on paper).');
    expect(fillTemplate('A storm at sea seen from {{location}}, in blue.', {})).toBe(
      'A storm at sea seen from, in blue.',
    );
    expect(fillTemplate('{{location}}\nGrain.\n\nRatio 2.35:1 (f/1.8).', {})).toBe(
      'Grain.\n\nRatio 2.35:1 (f/1.8).',
    );
  });
});

describe('filling', () => {
  test('touches nothing but double braces', () => {
    expect(fillTemplate('{location} {{location} { {location} }', scene)).toBe(
      '{location} {{location} { {location} }',
    );
    expect(fillTemplate('{{{location}}}', scene)).toBe('{CAR DECK}');
    expect(fillTemplate('{{ location }}', scene)).toBe('CAR DECK');
  });

  test('inserts values as text: nothing in them is filled, replaced or collapsed', () => {
    const values = { location: '{{notes}} $& $1  {{location}}', notes: 'Boots' };
    expect(fillTemplate('At {{location}} with {{notes}}.', values)).toBe(
      'At {{notes}} $& $1  {{location}} with Boots.',
    );
  });

  test('leaves out what it does not know, however it is called', () => {
    for (const name of ['nope', 'Location', 'constructor', '__proto__', 'toString', '', 'a.b', '2 + 2'])
      expect(fillTemplate(`Blue. Here: {{${name}}}. Grain.`, scene)).toBe('Blue. Grain.');
  });

  test('leaves a template without variables as it is', () => {
    const text = 'Film  grain, 35 mm.\n\nBlue ; and (so) on ...';
    expect(fillTemplate(text, scene)).toBe(text);
    expect(fillTemplate('', scene)).toBe('');
  });

  test('ends at once for the longest template with the most variables', () => {
    const longest = '{{a}}, '.repeat(1400);
    expect(fillTemplate(longest, { a: 'x' })).toBe('x, '.repeat(1400).trim());
    expect(fillTemplate('{{'.repeat(5000), {})).toBe('{{'.repeat(5000));
    expect(fillTemplate(`{{a}}${' '.repeat(9000)}{{a}}`, {})).toBe('');
  });
});

test('lists unknown names once each, as they were typed', () => {
  const template = '{{location}} {{ nope }} {{name}} {{nope}} {location} {{}}';
  expect(unknownVariables(template, 'scene')).toEqual(['nope', 'name', '']);
  expect(unknownVariables(template, 'character')).toEqual(['location', 'nope', '']);
});
