import { describe, expect, test } from 'vitest';
import {
  belongsToSpeaker,
  characterNamed,
  characterNamesOf,
  isContinued,
  isSameSpeaker,
  parseCue,
  type SpokenElement,
  speakersOf,
  toTitleCase,
  writeCue,
} from './cue.ts';
import type { ElementType } from './element.ts';

function lines(...rows: [ElementType, string, string?][]): SpokenElement[] {
  return rows.map(([elementType, content, characterName]) => ({ elementType, content, characterName }));
}

describe('parseCue', () => {
  test.each([
    ['MARA', 'MARA', []],
    ["MARA (V.O.) (CONT'D)", 'MARA', ['(V.O.)', "(CONT'D)"]],
    ['HANS (on the radio)', 'HANS', ['(on the radio)']],
    ['TOBIAS (O.S.', 'TOBIAS', ['(O.S.']],
    ['**MARA** ^', 'MARA', []],
    ['MARA (30) OLDER', 'MARA OLDER', ['(30)']],
    ['(V.O.)', '', ['(V.O.)']],
  ])('reads the name and extensions of "%s"', (content, name, extensions) => {
    expect(parseCue(content)).toEqual({ name, extensions });
  });
});

describe('writeCue', () => {
  test('restores a parsed cue', () => {
    expect(writeCue(parseCue("MARA (V.O.) (CONT'D)"))).toBe("MARA (V.O.) (CONT'D)");
  });
});

describe('isContinued', () => {
  test("recognises all spellings of (CONT'D)", () => {
    for (const cue of ["MARA (CONT'D)", 'MARA (cont’d)', 'MARA (CONTINUED)', 'MARA (O.S.) (CONT.)']) {
      expect(isContinued(cue)).toBe(true);
    }
    expect(isContinued('MARA (CONTROL ROOM)')).toBe(false);
  });
});

describe('isSameSpeaker', () => {
  test('ignores case, apostrophes and extensions', () => {
    expect(isSameSpeaker("O'NEIL (V.O.)", 'O’Neil')).toBe(true);
    expect(isSameSpeaker('MARA', 'MARIA')).toBe(false);
  });

  test.each([
    ['a combining accent', 'RENÉE', 'RENE\u0301E'],
    ['a combining accent without a composed letter', 'Y\u0306', 'y\u0306'],
    ['a zero-width space', 'MARA', 'MA\u200bRA'],
    ['joiners and a byte order mark', 'MARA', '\ufeffMA\u200c\u200d\u2060RA (V.O.)'],
    ['a soft hyphen and direction marks', 'MARA', '\u200eMA\u00adRA\u200f'],
    ['a zero-width space between letter and accent', 'RENÉE', 'RENE\u200b\u0301E'],
    ['a no-break space', 'THE MATE', 'THE\u00a0MATE'],
    ['a no-break hyphen', 'ANNE-MARIE', 'ANNE\u2011MARIE'],
    ['a unit symbol', 'ÅKE', '\u212bKE'],
  ])('ignores %s', (_what, name, spelling) => {
    expect(isSameSpeaker(name, spelling)).toBe(true);
    expect(characterNamed([{ name }], spelling)).toEqual({ name });
  });
});

describe('characterNamed', () => {
  test.each([
    ['John', 'JOHN'],
    ['JOHN (V.O.)', 'JOHN'],
    ['john smith', 'JOHN SMITH'],
    ['SMITH', 'JOHN SMITH'],
    ['YOUNG TOBIAS', 'TOBIAS'],
    ['THE CAPTAIN', 'THE MATE'],
    ['O’NEIL', "O'NEIL"],
    ['MARA', undefined],
    ['(V.O.)', undefined],
    ['  ', undefined],
  ])('resolves the name %j to %s', (name, character) => {
    const cast = ['JOHN SMITH', 'JOHN', 'TOBIAS', 'THE MATE', "O'NEIL", ' '].map((each) => ({ name: each }));
    expect(characterNamed(cast, name)?.name).toBe(character);
  });

  test('prefers an equal name to an earlier, longer one', () => {
    const cast = [{ name: 'MARA SENIOR' }, { name: 'Mara' }];
    expect(characterNamed(cast, 'MARA (CONT’D)')).toBe(cast[1]);
    expect(characterNamed([], 'MARA')).toBeUndefined();
  });
});

describe('characterNamesOf', () => {
  test('returns each name once, in its most frequent spelling, in order of appearance', () => {
    const script = lines(
      ['character', 'Mara'],
      ['dialogue', 'Hold on.'],
      ['character', 'TOBIAS (O.S.)'],
      ['character', 'MARA (V.O.)'],
      ['character', "MARA (CONT'D)"],
      ['character', '(V.O.)'],
      ['action', 'NELL'],
    );
    expect(characterNamesOf(script)).toEqual(['MARA', 'TOBIAS']);
  });
});

describe('speakersOf', () => {
  test('ends a speech at action, a heading or the next cue', () => {
    const script = lines(
      ['character', 'MARA'],
      ['parenthetical', '(low)'],
      ['dialogue', 'Hold on.'],
      ['action', 'She waits.'],
      ['dialogue', 'Nobody says this.'],
      ['dialogue', 'Tobias does.', 'TOBIAS'],
    );
    expect(speakersOf(script)).toEqual(['MARA', 'MARA', 'MARA', null, null, 'TOBIAS']);
    expect(belongsToSpeaker(script, 'Mara')).toEqual([true, true, true, false, false, false]);
  });
});

test('toTitleCase keeps the Turkish capital at the start of a word and dots the i inside', () => {
  expect(toTitleCase('İPEK DİLARA O’BRIEN')).toBe('İpek Dilara O’Brien');
});
