import { describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { scriptWithLine } from '../testset/stage.ts';
import { improveSelection } from './improve.ts';

/** Return the rewrites of a line with their descriptions. */
function ways(type: ElementType, text: string, selected?: string): [string, string | null][] {
  const { elements, id } = scriptWithLine(type, text);
  return improveSelection({ elementId: id, text: selected }, factsOfProject({ elements })).map(
    ({ ruleId, description, suggestedContent }) => [
      ruleId === 'variant' ? description : ruleId,
      suggestedContent,
    ],
  );
}

describe('improveSelection for speech', () => {
  test.each([
    ['Well, I think we should go.', 'We should go.'],
    ['Look, the ramp is up.', 'The ramp is up.'],
    ['I suppose that the captain sleeps.', 'The captain sleeps.'],
    ['It was cold, you know.', 'It was cold.'],
    ['It was, I mean, cold.', 'It was cold.'],
    ['She is kind of tall.', 'She is tall.'],
    ['Do you think you could hold the lamp?', 'Could you hold the lamp?'],
    ['We wait in order to count.', 'We wait to count.'],
  ])('trims "%s" to "%s"', (text, shorter) => {
    expect(ways('dialogue', text)).toContainEqual(['Without hedges and fillers', shorter]);
  });

  test.each([
    ['I do not swim.', "I don't swim."],
    ['I am cold. You are not.', "I'm cold. You aren't."],
    ['It is Thursday.', "It's Thursday."],
    ['We will wait. She cannot.', "We'll wait. She can't."],
    ['They have gone.', "They've gone."],
    ['That is what he is.', "That's what he is."],
    ['*I am* cold.', "*I'm* cold."],
    ['It is late, and it isn’t ours.', 'It’s late, and it isn’t ours.'],
  ])('contracts "%s" to "%s"', (text, spoken) => {
    expect(ways('dialogue', text)).toContainEqual(['As people speak', spoken]);
  });

  test.each([
    'So it is.',
    'There he is now.',
    'The man he is today.',
    'No, I mean the paintings.',
    'I never really knew him.',
    'I do so.',
    'Yes, I am.',
    'I know what it is you want.',
    'We have a rope. They have work to do.',
    'Do you know the way?',
    'I think so.',
    'This very night.',
    'Just a cello.',
    'I do *not* swim.',
    'Look at the clock.',
    'Well water.',
    'I just want a cup of tea.',
    'I really mean it.',
    'I am what I am.',
    'She said "I am cold" and left.',
  ])('offers nothing for "%s"', (text) => {
    expect(ways('dialogue', text)).toEqual([]);
  });

  test('offers up to three distinct variants of the whole line', () => {
    const found = ways('dialogue', 'Well, I think it is late. I am so angry. As you know, we do not wait.');
    const variants = found.filter(([name]) => !/^[a-z]/.test(name));
    expect(variants).toEqual([
      ['Without hedges and fillers', 'It is late. I am so angry. As you know, we do not wait.'],
      ['As people speak', "Well, I think it's late. I'm so angry. As you know, we don't wait."],
      ['Without what is said outright', 'Well, I think it is late. We do not wait.'],
    ]);
  });
});

describe('improveSelection for action', () => {
  test('offers all rewrites together, then exact verbs, then one picture per paragraph', () => {
    const text =
      'Mara is walking quickly past the long row of cars and looks at none of them. Suddenly, Tobias starts to run down the ramp. He shrugs his shoulders at her.';
    expect(ways('action', text).slice(-3)).toEqual([
      [
        'Tighter',
        'Mara walks quickly past the long row of cars and looks at none of them. Tobias runs down the ramp. He shrugs at her.',
      ],
      [
        'Tighter, with exact verbs',
        'Mara hurries past the long row of cars and looks at none of them. Tobias runs down the ramp. He shrugs at her.',
      ],
      [
        'One picture a paragraph',
        'Mara hurries past the long row of cars and looks at none of them.\n\nTobias runs down the ramp.\n\nHe shrugs at her.',
      ],
    ]);
  });

  test('offers a single rewrite of the whole line only once', () => {
    expect(ways('action', 'The lamps are swinging.')).toEqual([['progressive', 'The lamps swing.']]);
  });

  test('offers only rewrites that overlap the selected text', () => {
    const text = 'The lamps are swinging. The horse is chewing.';
    expect(ways('action', text, 'horse is').map(([name]) => name)).toEqual(['progressive', 'Tighter']);
  });
});

test('offers nothing without a selection', () => {
  const facts = factsOfProject({ elements: scriptWithLine('action', 'The lamps are swinging.').elements });
  expect(improveSelection({ elementId: null }, facts)).toEqual([]);
  expect(improveSelection({ elementId: 999 }, facts)).toEqual([]);
});
