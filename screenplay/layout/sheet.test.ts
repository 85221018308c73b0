import { describe, expect, test } from 'vitest';
import { action, cue, dialogueLine, element, paren } from '#test/script.ts';
import { elementTypes } from '../element.ts';
import { fdxTypeNames } from '../elementTypes/table.ts';
import { defaultFormat, defaultStyles, type ParagraphStyle } from '../format.ts';
import { boxOf } from './sheet.ts';

const actionStyle = defaultStyles.Action as ParagraphStyle;

describe('boxOf', () => {
  test('uses the style of the type', () => {
    for (const type of elementTypes) {
      const { leftInches, rightInches, isAllCaps } = defaultStyles[fdxTypeNames[type]] as ParagraphStyle;
      expect(boxOf(element(type, 'x'), defaultFormat)).toMatchObject({
        leftInches,
        rightInches,
        isAllCaps,
        column: null,
      });
    }
  });

  test('relies on six types with different first letters', () => {
    expect(new Set(elementTypes.map((type) => type[0])).size).toBe(elementTypes.length);
  });

  test('uses the style of the original type, whatever its case', () => {
    const shot = element('action', 'ON THE LAMP', { originalType: 'SHOT' });
    expect(boxOf(shot, defaultFormat)).toMatchObject({ isAllCaps: true, leftInches: 1.5 });
    const act = element('action', 'END', { originalType: 'End Of Act' });
    expect(boxOf(act, defaultFormat)).toMatchObject({ alignment: 'Center', spaceBefore: 2 });
  });

  test("uses the element's own type when the original type is unknown", () => {
    const lyric = element('dialogue', 'la la', { originalType: 'Chorus' });
    expect(boxOf(lyric, defaultFormat).leftInches).toBe(2.5);
    expect(boxOf(element('action', 'x', { originalType: 'Beat' }), defaultFormat).leftInches).toBe(1.5);
  });

  test('uses the styles of the file', () => {
    const styles = { ...defaultStyles, Character: { ...actionStyle, leftInches: 3.38, rightInches: 6.25 } };
    expect(boxOf(cue('MARA'), { ...defaultFormat, styles })).toMatchObject({
      leftInches: 3.38,
      capacity: 29,
    });
  });

  test("applies the paragraph's own overrides of the style", () => {
    const layout = { rightInches: 6.5, alignment: 'Right', spaceBeforeLines: 3, spacing: 1.5 } as const;
    const box = boxOf(element('action', 'x', { extras: { layout } }), defaultFormat);
    expect(box).toMatchObject({
      leftInches: 1.5,
      rightInches: 6.5,
      alignment: 'Right',
      spaceBefore: 3,
      spacing: 1.5,
    });
    expect(box.capacity).toBe(51);
  });

  test('allows one character more on the first line when a bracket hangs', () => {
    expect(boxOf(paren('(low)'), defaultFormat)).toMatchObject({
      capacity: 25,
      firstCapacity: 26,
      firstIndentInches: -0.1,
    });
  });

  test('uses the column of a dual dialogue, or the whole width when asked to', () => {
    const right = { ...dialogueLine('Now.'), dual: 'right' as const };
    expect(boxOf(right, defaultFormat)).toMatchObject({ leftInches: 4.625, rightInches: 7.5, capacity: 29 });
    expect(boxOf(right, defaultFormat, null)).toMatchObject({ leftInches: 2.5, capacity: 35, column: null });
    expect(boxOf({ ...cue('MARA'), dual: 'left' }, defaultFormat)).toMatchObject({ alignment: 'Center' });
  });
});

describe('boxOf: mistakes in files', () => {
  test.each([
    ['a right indent left of the left one', { leftInches: 5, rightInches: 2 }],
    ['no room for a word', { leftInches: 7.4 }],
    ['a negative indent', { leftInches: -3 }],
    ['a right indent far outside the page', { rightInches: 900 }],
    ['an indent of NaN', { leftInches: Number.NaN }],
  ])('keeps the style for %s', (_, layout) => {
    const box = boxOf(element('action', 'x', { extras: { layout } }), defaultFormat);
    expect(box).toMatchObject({ leftInches: 1.5, rightInches: 7.5, capacity: 61 });
  });

  test('uses the style of action when a style leaves no room', () => {
    const styles = { Action: { ...actionStyle, leftInches: 8, rightInches: 1 } };
    expect(boxOf(action('x'), { ...defaultFormat, styles })).toMatchObject({
      leftInches: 1.5,
      rightInches: 7.5,
    });
  });

  test('limits spacing and space before', () => {
    const box = boxOf(
      element('action', 'x', { extras: { layout: { spacing: 0, spaceBeforeLines: -4 } } }),
      defaultFormat,
    );
    expect(box).toMatchObject({ spacing: 1, spaceBefore: 0 });
    const large = { spacing: 1e9, spaceBeforeLines: 1e9 };
    const { spacing, spaceBefore } = boxOf(
      element('action', 'x', { extras: { layout: large } }),
      defaultFormat,
    );
    expect(spacing).toBeLessThanOrEqual(3);
    expect(spaceBefore).toBeLessThanOrEqual(60);
  });
});
