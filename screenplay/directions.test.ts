import { describe, expect, test } from 'vitest';
import { directionType } from './directions.ts';
import { flowStep } from './flow.ts';
import { parseFountain } from './fountain/parse.ts';
import { pastedElements } from './pasted.ts';

describe('directionType', () => {
  test.each([
    'FADE IN:',
    'fade in:',
    'FADE IN',
    'Fade up:',
    'Aufblende:',
    'OUVERTURE AU NOIR',
    'Ouverture en fondu',
    'Fondu à l’ouverture.',
  ])('finds the opening %s', (line) => expect(directionType(line)).toBe('action'));

  test.each([
    ...[
      'CUT TO:',
      'SLOW DISSOLVE TO:',
      'FADE OUT.',
      'Fade to black.',
      'DISSOLVE:',
      'SMASH CUT',
      'SMASH CUT:',
    ],
    ...['INTERCUT WITH:', 'Abblende.', 'FONDU AU NOIR.', 'Fondu enchaîné :', 'ÜBERBLENDUNG:', 'Corta para:'],
    ...[
      'Schnitt auf:',
      'STACCO SU:',
      'ŚCIEMNIENIE.',
      'СКЛЕЙКА:',
      'ZİNCİRLEME:',
      'KES:',
      'Cut :',
      'KLIPP TILL:',
      'कट टू:',
      '切至：',
      '疊化：',
      '暗転',
    ],
  ])('finds the transition %s', (line) => expect(directionType(line)).toBe('transition'));

  test.each([
    ...['She wants to:', 'Listen to:', 'INT. HOUSE - DAY', 'MARA', 'FADE IN ON A FERRY.', 'TO:', ''],
    ...[`${'A'.repeat(60)} TO:`],
    ...['KES', 'Kes.', 'CUT', 'KLIPP', 'STACCO', 'GEÇİŞ', 'KESME', 'AÇILMA'],
  ])('finds none in %s', (line) => expect(directionType(line)).toBeNull());
});

describe('flowStep with Enter behind a direction', () => {
  test.each(['cycle', 'finalDraft'] as const)('gives it its type with the keys %s', (keys) => {
    expect(flowStep(keys, 'Enter', { elementType: 'scene_heading', text: 'FADE IN:' })).toEqual({
      ...{ type: 'add', elementType: 'scene_heading', becomes: { elementType: 'action' } },
    });
    expect(flowStep(keys, 'Enter', { elementType: 'action', text: 'Smash cut:' })).toMatchObject({
      becomes: { elementType: 'transition' },
    });
    expect(flowStep(keys, 'Enter', { elementType: 'character', text: 'CUT TO:' })).toMatchObject({
      becomes: { elementType: 'transition' },
    });
  });

  test('ignores spoken text, and lines that have their type already', () => {
    const spoken = flowStep('cycle', 'Enter', { elementType: 'dialogue', text: 'Smash cut.' });
    expect(spoken).toEqual({ type: 'add', elementType: 'action' });
    const known = flowStep('cycle', 'Enter', { elementType: 'transition', text: 'CUT TO:' });
    expect(known).toEqual({ type: 'add', elementType: 'transition' });
  });
});

describe('direction with text below it', () => {
  test('is no character in a Fountain file', () => {
    const read = parseFountain('FADE IN:\nA ferry.\n\nSMASH CUT:\nRain.\n');
    if (!read.ok) throw new Error(read.message);
    expect(read.screenplay.elements.map(({ elementType }) => elementType)).not.toContain('character');
  });

  test('is no character and no scene in pasted text', () => {
    const made = pastedElements('FADE IN:\n\nINT. DECK - DAY\n\nRain.\n\nSMASH CUT:\n\nEXT. QUAY - DAY');
    expect(made?.map(({ elementType }) => elementType)).toEqual([
      ...['action', 'scene_heading', 'action', 'transition', 'scene_heading'],
    ]);
  });
});
