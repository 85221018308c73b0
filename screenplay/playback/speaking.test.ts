import { describe, expect, test } from 'vitest';
import type { SpokenElement } from '../cue.ts';
import type { ElementType } from '../element.ts';
import { missingVoiceText, partsOfLine, speakerNameOf, speakingCharacter, spokenTextOf } from './speaking.ts';

function lines(...rows: [ElementType, string, string?][]): SpokenElement[] {
  return rows.map(([elementType, content, characterName]) => ({ elementType, content, characterName }));
}

const cue: [ElementType, string] = ['character', 'MARA (V.O.)'];
const line: [ElementType, string] = ['dialogue', 'Hold on.'];

describe('speakerNameOf', () => {
  // AUDI-017
  test.each<[string, [ElementType, string, string?][], string | null]>([
    ['its own name', [cue, ['dialogue', 'Hold on.', "TOBIAS (CONT'D)"]], 'TOBIAS'],
    ['the cue above', [cue, line], 'MARA'],
    ['the cue above a parenthetical', [cue, ['parenthetical', '(low)'], line], 'MARA'],
    ['the cue above action', [cue, ['action', 'She waits.'], line], 'MARA'],
    ['null beyond another dialogue', [cue, line, ['action', 'She waits.'], line], null],
    ['null beyond a heading', [cue, ['scene_heading', 'INT. CAR DECK'], line], null],
    ['null at the start', [line], null],
    ['null below a cue without a name', [['character', '(V.O.)'], line], null],
  ])('returns %s', (_what, rows, name) => {
    expect(speakerNameOf(lines(...rows), rows.length - 1)).toBe(name);
  });

  test("returns the cue's name for all dialogue of a speech with parentheticals", () => {
    const beat: [ElementType, string] = ['parenthetical', '(beat)'];
    const script = lines(cue, line, beat, line, line, ['action', 'She waits.'], beat, line);
    const names = [1, 3, 4, 7].map((index) => speakerNameOf(script, index));
    expect(names).toEqual(['MARA', 'MARA', 'MARA', null]);
  });
});

describe('spokenTextOf', () => {
  // AUDI-020
  test.each<[string, [ElementType, string, string?][], string]>([
    ['the line alone', [cue, line], 'Hold on.'],
    ['the delivery in brackets', [['parenthetical', '(low)'], line], '[low] Hold on.'],
    [
      'a delivery that lacks parentheses',
      [['parenthetical', 'low, to Tobias'], line],
      '[low, to Tobias] Hold on.',
    ],
    ['no delivery for a blank parenthetical', [['parenthetical', '( )'], line], 'Hold on.'],
    ['no delivery for a lone parenthesis', [['parenthetical', '('], line], 'Hold on.'],
    ['no delivery for a parenthetical further up', [['parenthetical', '(low)'], line, line], 'Hold on.'],
    [
      'text without emphasis marks',
      [
        ['parenthetical', '(*low*)'],
        ['dialogue', 'Hold **on**, \\*please\\*.'],
      ],
      '[low] Hold on, *please*.',
    ],
  ])('returns %s', (_what, rows, text) => {
    expect(spokenTextOf(lines(...rows), rows.length - 1)).toBe(text);
  });
});

describe('missingVoiceText', () => {
  // AUDI-018, ERRS-038
  test('lists the characters that have a voice', () => {
    const cast = [
      { name: 'Tobias', voiceId: 'v1' },
      { name: 'Mara', voiceId: null },
      { name: 'Hans', voiceId: 'v2' },
    ];
    expect(missingVoiceText('MARA', cast)).toBe(
      'No voice assigned to character MARA. Available: Tobias, Hans',
    );
    expect(missingVoiceText(null, cast.slice(1, 2))).toBe(
      'No voice assigned to character. Available: nobody yet',
    );
  });
});

describe('speakingCharacter', () => {
  test('returns the first joint speaker that has a voice', () => {
    const joint = new Map([['EDWARD AND WILL', ['EDWARD', 'WILL']]]);
    const script = lines(['character', 'Edward and Will (O.S.)'], ['dialogue', 'Wait!']);
    const voiceFor = (edward: string | null, will: string | null, cues = joint) =>
      speakingCharacter(
        script,
        1,
        [
          { name: 'WILL', voiceId: will },
          { name: 'EDWARD', voiceId: edward },
        ],
        cues,
      ).character;
    expect(voiceFor('e', 'w')).toEqual({ name: 'EDWARD', voiceId: 'e' });
    expect(voiceFor(null, 'w')).toEqual({ name: 'WILL', voiceId: 'w' });
    expect(voiceFor(null, null)).toEqual({ name: 'EDWARD', voiceId: null });
    // Without a decision about the cue, the rule for names finds the first matching character.
    expect(voiceFor('e', 'w', new Map())).toEqual({ name: 'WILL', voiceId: 'w' });
    expect(partsOfLine(script, 1, joint)).toEqual(['EDWARD', 'WILL']);
    expect(partsOfLine(script, 1)).toEqual(['EDWARD AND WILL']);
    expect(partsOfLine(lines(line), 0, joint)).toEqual([]);
  });
});
