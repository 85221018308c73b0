import { describe, expect, test } from 'vitest';
import { withFieldChanges } from './edits/elementFields.ts';
import type { ElementType } from './element.ts';
import { mergeLettered } from './merge.ts';
import { editableContent, lettersOf, lettersOfType, shownText, storedText } from './typedLetters.ts';

const row = (elementType: ElementType, text: string) => ({
  ...{ elementType, characterName: null, parenthetical: null, dual: null, originalType: null, extras: null },
  ...storedText(elementType, text),
});

describe('lettersOf', () => {
  test('returns the letters as typed of a heading, a cue and a transition', () => {
    for (const type of ['scene_heading', 'character', 'transition'] as const) {
      expect(row(type, 'Int. ferry')).toMatchObject({ content: 'INT. FERRY', typedContent: 'Int. ferry' });
      expect(lettersOf(row(type, 'Int. ferry'))).toBe('Int. ferry');
    }
    expect(row('action', 'Int. ferry')).toMatchObject({ content: 'Int. ferry', typedContent: null });
    expect(row('scene_heading', 'INT. FERRY').typedContent).toBeNull();
  });

  test('ignores letters of another text, which an earlier version left behind', () => {
    expect(lettersOf({ ...row('scene_heading', 'Int. ferry'), content: 'INT. QUAY' })).toBe('INT. QUAY');
    expect(lettersOf({ ...row('scene_heading', 'Int. ferry'), elementType: 'action' })).toBe('INT. FERRY');
  });
});

describe('withFieldChanges', () => {
  const become = (from: ReturnType<typeof row>, fields: { elementType?: ElementType; content?: string }) =>
    withFieldChanges(from, fields);

  test('returns the letters when the type changes there and back', () => {
    const heading = become(row('action', 'Int. *ferry*'), { elementType: 'scene_heading' });
    expect(heading).toEqual(row('scene_heading', 'Int. *ferry*'));
    expect(become(heading, { elementType: 'action' })).toEqual(row('action', 'Int. *ferry*'));
  });

  test('keeps the letters when the same text comes in capitals, as earlier versions send it', () => {
    const heading = become(row('action', 'Int. ferry'), {
      ...{ elementType: 'scene_heading', content: 'INT. FERRY' },
    });
    expect(lettersOf(heading)).toBe('Int. ferry');
    expect(become(heading, { content: 'INT. FERRY' })).toEqual(heading);
  });

  test('keeps the letters of the words that stay when a text comes in capitals', () => {
    const heading = row('scene_heading', 'Int. ferry deck - night');
    expect(lettersOf(become(heading, { content: 'INT. FERRY - NIGHT' }))).toBe('Int. ferry - night');
    expect(lettersOf(become(heading, { content: 'INT. QUAY - NIGHT' }))).toBe('Int. QUAY - night');
    // Part of a word is another word.
    expect(lettersOf(become(row('character', 'Mara'), { content: 'MARK' }))).toBe('MARK');
  });

  test('takes new letters of the same text', () => {
    expect(become(row('scene_heading', 'INT. FERRY'), { content: 'Int. Ferry' })).toEqual(
      row('scene_heading', 'Int. Ferry'),
    );
  });

  test('returns a letter whose capital is longer, although the field has its capitals', () => {
    const heading = become(row('action', 'Straße'), { elementType: 'scene_heading' });
    expect([heading.content, editableContent(heading)]).toEqual(['STRASSE', 'StraSSe']);
    expect(become(heading, { elementType: 'action', content: 'StraSSe' }).content).toBe('Straße');
    expect(become(heading, { content: 'StraSSe 5' })).toEqual(row('scene_heading', 'StraSSe 5'));
  });
});

test('lettersOfType removes the parentheses of a parenthetical', () => {
  expect(lettersOfType('scene_heading', row('parenthetical', '(Later)'))).toBe('Later');
  expect(lettersOfType('action', row('character', 'Mara'))).toBe('Mara');
});

test('shownText has the offsets of the letters', () => {
  expect(shownText('scene_heading', 'Straße')).toEqual({ content: 'STRAßE', typedContent: 'Straße' });
  expect(shownText('action', 'Straße')).toEqual({ content: 'Straße', typedContent: null });
});

describe('mergeLettered', () => {
  const heading = (content: string): { elementType: ElementType; content: string } => ({
    ...{ elementType: 'scene_heading', content },
  });

  test('compares in capitals and keeps the letters of both', () => {
    const merged = mergeLettered(
      heading('INT. BIG FERRY - NIGHT'),
      heading('Int. big ferry - day'),
      heading('Ext. big ferry - night'),
    );
    expect(merged.merged).toEqual(heading('Ext. big ferry - day'));
  });

  test('keeps the letters of words that both inserted in turns', () => {
    const merged = mergeLettered(
      heading('INT. A B - NIGHT'),
      heading('Int. a mid b - night'),
      heading('Int. Old a b - late Night'),
    );
    expect(merged.merged).toEqual(heading('Int. Old a mid b - late Night'));
  });

  test('takes the letters of the side that changed them', () => {
    const merged = mergeLettered(heading('Int. ferry'), heading('INT. ferry'), heading('Int. Ferry x'));
    expect(merged.merged).toEqual(heading('INT. Ferry x'));
  });

  test('finds no conflict where one side only changed the type', () => {
    const ours = { elementType: 'action' as ElementType, content: 'Int. ferry' };
    const merged = mergeLettered(heading('INT. FERRY'), heading('Int. ferry - night'), ours);
    expect(merged.merged).toEqual({ elementType: 'action', content: 'Int. ferry - night' });
  });

  test('finds a conflict in the same words', () => {
    expect(mergeLettered(heading('INT. A'), heading('Int. b'), heading('Int. c')).merged).toBeNull();
  });
});
