import { describe, expect, test } from 'vitest';
import { action, cue, dialogueLine, heading, script, type, writing } from '#test/script.ts';
import { type ElementType, elementTypes } from './element.ts';
import {
  bottomInputType,
  changedText,
  contentAs,
  cycleType,
  type FlowKey,
  type FlowStep,
  flowStep,
  splitStep,
  typeAfter,
  typeWhileTyping,
} from './flow.ts';
import { parseFountain } from './fountain/parse.ts';
import { unstyled } from './styled.ts';

describe('typeAfter', () => {
  test.each<[ElementType, ElementType]>([
    ['scene_heading', 'action'],
    ['action', 'action'],
    ['character', 'dialogue'],
    ['dialogue', 'action'],
    ['parenthetical', 'dialogue'],
    ['transition', 'transition'],
  ])('returns after %s: %s', (before, after) => {
    expect(typeAfter(before)).toBe(after);
    expect(bottomInputType(before)).toBe(after);
  });

  test('returns a scene heading for an empty script (bottomInputType)', () => {
    expect(bottomInputType(null)).toBe('scene_heading');
  });
});

describe('Tab', () => {
  test('cycles through the six types in order', () => {
    let current: ElementType = 'scene_heading';
    const seen = elementTypes.map(() => {
      current = cycleType(current, 1);
      return current;
    });
    expect(seen).toEqual(['action', 'character', 'dialogue', 'parenthetical', 'transition', 'scene_heading']);
  });

  test('cycles backwards with Shift', () => {
    for (const each of elementTypes) expect(cycleType(cycleType(each, 1), -1)).toBe(each);
    expect(cycleType('scene_heading', -1)).toBe('transition');
  });

  test('changes the type of the active line and keeps its letters', () => {
    type('mara')
      .press('Tab')
      .expectType('character')
      .expectText('mara')
      .press('Shift+Tab')
      .expectType('action')
      .expectText('mara');
  });
});

describe('Enter with the documented keys', () => {
  test('allows writing a scene without the mouse', () => {
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

  test('only closes the editor on an empty line', () => {
    writing('cycle').as('dialogue').press('Enter').expectStep({ type: 'close' }).expectWritten();
    writing('cycle').as('action').type('   ').press('Enter').expectStep({ type: 'close' });
  });

  test('saves a line before its end; with Ctrl or Cmd it splits the line', () => {
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
    'continues after dialogue with the preferred type (%s)',
    (keys) => {
      const filled = { elementType: 'dialogue', text: 'Hold on.' } as const;
      expect(flowStep(keys, 'Enter', filled)).toEqual({ type: 'add', elementType: 'action' });
      expect(flowStep(keys, 'Enter', filled, 'character')).toEqual({ type: 'add', elementType: 'character' });
    },
  );
});

describe('Final Draft keys', () => {
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
  ])(
    'continue after %s with %s (Enter at the end), and change an empty line to %s (Tab)',
    (elementType, enter, tab) => {
      expect(atEnd(elementType, 'Enter')).toEqual({ type: 'add', elementType: enter });
      expect(onEmpty(elementType, 'Tab')).toEqual({ type: 'change', elementType: tab });
      expect(onEmpty(elementType, 'Enter')).toEqual({ type: 'chooseType' });
      if (elementType !== 'character')
        expect(atEnd(elementType, 'Tab')).toEqual({ type: 'add', elementType: tab });
    },
  );

  test('offer the extensions with Tab at the end of a cue', () => {
    expect(atEnd('character', 'Tab')).toEqual({ type: 'chooseExtension' });
  });

  test('treat a parenthetical with only parentheses as empty', () => {
    expect(flowStep('finalDraft', 'Tab', { elementType: 'parenthetical', text: '()' })).toEqual({
      type: 'change',
      elementType: 'dialogue',
    });
  });

  test('split an element in the middle with Enter', () => {
    expect(flowStep('finalDraft', 'Enter', { elementType: 'action', text: 'One. Two.', caret: 4 })).toEqual({
      type: 'split',
    });
    expect(flowStep('finalDraft', 'Enter', { elementType: 'action', text: 'One.', caret: 0 })).toEqual({
      type: 'nothing',
    });
  });

  test('ignore Tab in the middle of a line', () => {
    expect(flowStep('finalDraft', 'Tab', { elementType: 'action', text: 'One. Two.', caret: 4 })).toEqual({
      type: 'nothing',
    });
  });
});

describe('Fountain keys', () => {
  const stepAfter = (
    elementType: ElementType,
    text: string,
    key: FlowKey = 'Enter',
    caret: number | null = null,
  ) => flowStep('fountain', key, { elementType, text, caret });

  test.each<[ElementType, string, ElementType]>([
    ['scene_heading', 'INT. DECK', 'action'],
    ['action', 'Rain.', 'action'],
    ['character', 'MARA', 'dialogue'],
    ['parenthetical', '(low)', 'dialogue'],
    ['dialogue', 'Wait.', 'dialogue'],
    ['transition', 'CUT TO:', 'action'],
  ])('continue after %s with what its block has next', (elementType, text, next) => {
    expect(stepAfter(elementType, text)).toEqual({ type: 'add', elementType: next });
  });

  test('make a name in capitals a cue, and other action keeps its type', () => {
    const cueStep = { type: 'add', elementType: 'dialogue', becomes: { elementType: 'character' } };
    for (const name of ['MARA', 'MARA (V.O.)', 'OLD MAN 2', 'ÉMILE'])
      expect(stepAfter('action', name)).toEqual(cueStep);
    for (const text of ['Mara', 'BOOM!', 'A TRAIN.', '42', `THE ${'VERY '.repeat(8)}LONG SHOUT`])
      expect(stepAfter('action', text)).toEqual({ type: 'add', elementType: 'action' });
    expect(stepAfter('dialogue', 'NO')).toEqual({ type: 'add', elementType: 'dialogue' });
    expect(stepAfter('action', 'CUT TO:')).toMatchObject({ becomes: { elementType: 'transition' } });
  });

  test.each<[string, ElementType, string, ElementType]>([
    ['> Fade to white TO:', 'transition', 'Fade to white TO:', 'action'],
    ['>SMASH TO BLACK', 'transition', 'SMASH TO BLACK', 'action'],
    ['.sniper scope pov', 'scene_heading', 'sniper scope pov', 'action'],
    ['@mcClane', 'character', 'mcClane', 'dialogue'],
    ['! BANG and bang', 'action', 'BANG and bang', 'action'],
  ])('give %j the type of its sign, without the sign', (text, elementType, changed, next) => {
    const step = stepAfter('action', text);
    expect(step).toMatchObject({ type: 'add', elementType: next, becomes: { elementType } });
    const becomes = step.type === 'add' ? step.becomes : undefined;
    expect(becomes && changedText(unstyled(text), becomes).text).toBe(changed);
  });

  test.each(['... and so on', '. no', '>', '@', '!', '> THE END <', '~la la', '# Act', '= He leaves.'])(
    'leave %j as it is',
    (text) => {
      expect(stepAfter('action', text)).toEqual({ type: 'add', elementType: 'action' });
    },
  );

  test('give no type to a sign in a speech', () => {
    expect(stepAfter('dialogue', '> LEFT TO:')).toEqual({ type: 'add', elementType: 'dialogue' });
  });

  test('split in the middle', () => {
    expect(stepAfter('action', 'One. Two.', 'Enter', 4)).toEqual({ type: 'split' });
  });

  test('end a speech on an empty line with the type of the preference, and stay in empty action', () => {
    const change = { type: 'change', endsSpeech: true };
    expect(stepAfter('dialogue', '')).toEqual({ ...change, elementType: 'action' });
    const state = { elementType: 'dialogue' as const, text: '' };
    const step = flowStep('fountain', 'Enter', state, 'character');
    expect(step).toEqual({ ...change, elementType: 'character' });
    expect(stepAfter('character', '')).toEqual({ type: 'change', elementType: 'action' });
    expect(stepAfter('action', '')).toEqual({ type: 'nothing' });
  });

  test('begin the bottom input with action behind a transition', () => {
    expect(bottomInputType('transition', 'action', 'fountain')).toBe('action');
    expect(bottomInputType(null, 'action', 'fountain')).toBe('scene_heading');
  });

  test('change an empty line to a character and back with Tab', () => {
    expect(stepAfter('action', '', 'Tab')).toEqual({ type: 'change', elementType: 'character' });
    expect(stepAfter('character', '', 'Tab')).toEqual({ type: 'change', elementType: 'action' });
    expect(stepAfter('dialogue', '', 'Tab')).toEqual({ type: 'change', elementType: 'parenthetical' });
    expect(stepAfter('character', 'MARA', 'Tab')).toEqual({ type: 'chooseExtension' });
    expect(stepAfter('action', 'Rain.', 'Tab')).toEqual({ type: 'nothing' });
  });
});

describe('typeWhileTyping', () => {
  test.each(['INT. D', 'ext. d', 'Int./Ext. d', 'INT/EXT d', 'I/E d', 'est. d', 'INT d', 'INT-D'])(
    'changes action that begins with %j to a heading',
    (text) => {
      type(text).expectType('scene_heading').expectText(text);
    },
  );

  test.each(['INTERIOR', 'Extra! Extra!', 'Into the', 'Establishing', 'Est-ce lui ?', 'A INT. B'])(
    'keeps action that begins with %j',
    (text) => {
      type(text).expectType('action');
    },
  );

  test.each([
    'INT. D',
    'int-d',
    'EXT D',
    'I/E d',
    'Est. d',
    'Est-ce lui ?',
    'Intro',
    'INT/EXT-D',
    'INNEN. K',
    'Innen. K',
    'инт. п',
    '内景 面',
  ])('types %j as the paragraph that a file has', (text) => {
    const parsed = parseFountain(`${text}\n`);
    if (!parsed.ok) throw new Error(parsed.message);
    type(text).expectType(parsed.screenplay.elements[0]?.elementType ?? 'action');
  });

  test('changes the type only once, so that it can be changed back', () => {
    type('INT. ').press('Tab').expectType('action').type('more').expectType('action');
  });

  test('changes action that reads CUT TO: to a transition, but not a sentence', () => {
    type('Smash cut to:').expectType('transition').expectText('Smash cut to:');
    type('WIPE TO:').expectType('transition');
    type('SCHNITT AUF:').expectType('transition');
    type('She cuts to:').expectType('action');
    type('CUT TO: ').press('Shift+Tab').expectType('parenthetical');
  });

  test('changes an empty dialogue to a parenthetical after a parenthesis', () => {
    writing('cycle').as('dialogue').type('(').expectType('parenthetical');
    expect(typeWhileTyping('dialogue', 'Hold on', '(Hold on')).toBe('dialogue');
  });
});

describe('contentAs', () => {
  test('converts headings, cues and transitions to capitals and nothing else', () => {
    expect(elementTypes.filter((each) => contentAs(each, 'straße') === 'STRASSE')).toEqual([
      'scene_heading',
      'character',
      'transition',
    ]);
  });
});
