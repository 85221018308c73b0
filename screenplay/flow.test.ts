import { describe, expect, test } from 'vitest';
import { action, cue, dialogueLine, heading, script, type, writing } from '#test/script.ts';
import { type ElementType, elementTypes } from './element.ts';
import {
  bottomInputType,
  contentAs,
  cycleType,
  type FlowKey,
  type FlowStep,
  flowStep,
  splitStep,
  toTypedCase,
  typeAfter,
  typeWhileTyping,
} from './flow.ts';

describe('the type that comes next', () => {
  test.each<[ElementType, ElementType]>([
    ['scene_heading', 'action'],
    ['action', 'action'],
    ['character', 'dialogue'],
    ['dialogue', 'action'],
    ['parenthetical', 'dialogue'],
    ['transition', 'transition'],
  ])('after %s: %s', (before, after) => {
    expect(typeAfter(before)).toBe(after);
    expect(bottomInputType(before)).toBe(after);
  });

  test('an empty script begins with a scene heading', () => {
    expect(bottomInputType(null)).toBe('scene_heading');
  });
});

describe('Tab', () => {
  test('goes through the six types in order and round', () => {
    let current: ElementType = 'scene_heading';
    const seen = elementTypes.map(() => {
      current = cycleType(current, 1);
      return current;
    });
    expect(seen).toEqual(['action', 'character', 'dialogue', 'parenthetical', 'transition', 'scene_heading']);
  });

  test('Shift+Tab goes the other way', () => {
    for (const each of elementTypes) expect(cycleType(cycleType(each, 1), -1)).toBe(each);
    expect(cycleType('scene_heading', -1)).toBe('transition');
  });

  test('changes the type of the line being written and its capitals', () => {
    type('mara')
      .press('Tab')
      .expectType('character')
      .expectText('MARA')
      .press('Shift+Tab')
      .expectType('action');
  });
});

describe('Enter with the documented keys', () => {
  test('a scene can be written without the mouse', () => {
    type('int. deck')
      .expectType('scene_heading')
      .press('Enter')
      .expectType('action')
      .type('Rain.')
      .press('Enter', 'Tab')
      .expectType('character')
      .type('Mara')
      .press('Enter')
      .expectType('dialogue')
      .type('Hold on.')
      .press('Enter')
      .expectType('action')
      .expectWritten(heading('INT. DECK'), action('Rain.'), cue('MARA'), dialogueLine('Hold on.'));
  });

  test('on an empty line only closes the editor', () => {
    writing('cycle').as('dialogue').press('Enter').expectStep({ type: 'close' }).expectWritten();
    writing('cycle').as('action').type('   ').press('Enter').expectStep({ type: 'close' });
  });

  test('before the end of a line saves it; Ctrl or Cmd and Enter cuts it', () => {
    const { elements, caret } = script(cue('MARA'), dialogueLine('Hold| on'));
    const text = elements[1]?.content ?? '';
    expect(flowStep('cycle', 'Enter', { elementType: 'dialogue', text, caret })).toEqual({ type: 'save' });
    expect(flowStep('cycle', 'Enter', { elementType: 'dialogue', text, caret: 0 })).toEqual({ type: 'save' });
    expect(splitStep({ elementType: 'dialogue', text, caret })).toEqual({ type: 'split' });
    expect(splitStep({ elementType: 'dialogue', text })).toEqual({ type: 'add', elementType: 'dialogue' });
    expect(splitStep({ elementType: 'dialogue', text, caret: 0 })).toEqual({ type: 'nothing' });
    expect(splitStep({ elementType: 'parenthetical', text: '(low)', caret: 1 })).toEqual({ type: 'nothing' });
  });

  test.each(['cycle', 'finalDraft'] as const)(
    'after dialogue goes where the preference says (%s)',
    (keys) => {
      const said = { elementType: 'dialogue', text: 'Hold on.' } as const;
      expect(flowStep(keys, 'Enter', said)).toEqual({ type: 'add', elementType: 'action' });
      expect(flowStep(keys, 'Enter', said, 'character')).toEqual({ type: 'add', elementType: 'character' });
    },
  );
});

describe('the Final Draft keys', () => {
  const onEmpty = (elementType: ElementType, key: FlowKey): FlowStep =>
    flowStep('finalDraft', key, { elementType: elementType, text: '' });
  const atEnd = (elementType: ElementType, key: FlowKey): FlowStep =>
    flowStep('finalDraft', key, { elementType: elementType, text: 'filled' });

  test.each<[ElementType, ElementType, ElementType]>([
    ['scene_heading', 'action', 'action'],
    ['action', 'action', 'character'],
    ['character', 'dialogue', 'transition'],
    ['parenthetical', 'dialogue', 'dialogue'],
    ['dialogue', 'action', 'parenthetical'],
    ['transition', 'scene_heading', 'scene_heading'],
  ])('%s: Enter at the end gives %s, Tab on an empty line %s', (elementType, enter, tab) => {
    expect(atEnd(elementType, 'Enter')).toEqual({ type: 'add', elementType: enter });
    expect(onEmpty(elementType, 'Tab')).toEqual({ type: 'change', elementType: tab });
    expect(onEmpty(elementType, 'Enter')).toEqual({ type: 'chooseType' });
    if (elementType !== 'character')
      expect(atEnd(elementType, 'Tab')).toEqual({ type: 'add', elementType: tab });
  });

  test('Tab on a filled cue offers the extensions', () => {
    expect(atEnd('character', 'Tab')).toEqual({ type: 'chooseExtension' });
  });

  test('Tab on a parenthetical that is only its brackets counts as empty', () => {
    expect(flowStep('finalDraft', 'Tab', { elementType: 'parenthetical', text: '()' })).toEqual({
      type: 'change',
      elementType: 'dialogue',
    });
  });

  test('Enter in the middle cuts the element in two of its type', () => {
    expect(flowStep('finalDraft', 'Enter', { elementType: 'action', text: 'One. Two.', caret: 4 })).toEqual({
      type: 'split',
    });
    expect(flowStep('finalDraft', 'Enter', { elementType: 'action', text: 'One.', caret: 0 })).toEqual({
      type: 'nothing',
    });
  });

  test('Tab in the middle does nothing', () => {
    expect(flowStep('finalDraft', 'Tab', { elementType: 'action', text: 'One. Two.', caret: 4 })).toEqual({
      type: 'nothing',
    });
  });
});

describe('text that changes its type', () => {
  test.each(['INT. D', 'ext. d', 'Int./Ext. d', 'INT/EXT d', 'I/E d', 'est. d', 'INT d'])(
    'action that begins with %j becomes a heading',
    (text) => {
      type(text).expectType('scene_heading').expectText(text.toUpperCase());
    },
  );

  test.each(['INTERIOR', 'Extra! Extra!', 'Into the', 'Establishing', 'A INT. B'])(
    'action that begins with %j stays action',
    (text) => {
      type(text).expectType('action');
    },
  );

  test('it happens once: a type that was chosen back stays', () => {
    type('INT. ').press('Tab').expectType('action').type('more').expectType('action');
  });

  test('action that has come to read CUT TO: is a transition, and a sentence is not', () => {
    type('Smash cut to:').expectType('transition').expectText('SMASH CUT TO:');
    type('WIPE TO:').expectType('transition');
    type('She cuts to:').expectType('action');
    type('CUT TO: ').press('Shift+Tab').expectType('parenthetical');
  });

  test('letters of headings, cues and transitions are capitals as they are typed', () => {
    const typed = (elementType: ElementType) => toTypedCase(elementType, 'straße');
    expect(elementTypes.filter((each) => typed(each) === 'STRASSE')).toEqual([
      'scene_heading',
      'character',
      'transition',
    ]);
  });

  test('a bracket typed into an empty dialogue makes a parenthetical', () => {
    writing('cycle').as('dialogue').type('(').expectType('parenthetical');
    expect(typeWhileTyping('dialogue', 'Hold on', '(Hold on')).toBe('dialogue');
  });
});

test('headings and cues are kept in capitals, the rest as typed', () => {
  expect(elementTypes.filter((each) => contentAs(each, 'straße') === 'STRASSE')).toEqual([
    'scene_heading',
    'character',
  ]);
});
