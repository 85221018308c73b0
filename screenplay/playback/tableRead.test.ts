import { describe, expect, test } from 'vitest';
import type { ElementType } from '../element.ts';
import { narrationOf, tableReadOf } from './tableRead.ts';

function element(elementType: ElementType, soundEffectUrl: string | null = null) {
  return { elementType, soundEffectUrl };
}

const script = [
  element('scene_heading'),
  element('action', '/rain.mp3'),
  element('character'),
  element('parenthetical'),
  element('dialogue'),
  element('action'),
  element('transition'),
];
const read = (headings: boolean, action: boolean) =>
  tableReadOf(script, { headings, action }).map(({ index, part }) => `${index} ${part}`);

describe('tableReadOf', () => {
  test('always returns dialogue and effects, and headings and action if requested', () => {
    expect(read(false, false)).toEqual(['1 effect', '4 dialogue']);
    expect(read(true, false)).toEqual(['0 narration', '1 effect', '4 dialogue']);
    expect(read(false, true)).toEqual(['1 narration', '1 effect', '4 dialogue', '5 narration']);
  });
});

describe('narrationOf', () => {
  test.each<[ElementType, string, string]>([
    ['scene_heading', 'INT. CAR DECK - NIGHT', 'Interior. car deck. night'],
    ['scene_heading', 'EXT. PIER', 'Exterior. pier'],
    ['scene_heading', 'INT./EXT. VAN – DAWN', 'Interior and exterior. van. dawn'],
    ['scene_heading', 'I/E VAN', 'Interior and exterior. van'],
    ['scene_heading', 'INTERVAL', 'interval'],
    ['scene_heading', '**BLACK**', 'black'],
    ['action', 'She *waits*.\nLong.', 'She waits. Long.'],
  ])('reads %s "%s" as "%s"', (elementType, content, text) => {
    expect(narrationOf({ elementType, content })).toBe(text);
  });
});
