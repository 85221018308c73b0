import { expect, test } from 'vitest';
import { parseFountain } from '../fountain/parse.ts';
import { writeFountain } from '../fountain/write.ts';

function parsed(source: string) {
  const read = parseFountain(source);
  if (!read.ok) throw new Error(read.message);
  return read;
}
const typesOf = (source: string) => parsed(source).screenplay.elements.map(({ elementType }) => elementType);

test('names without capitals are cues by their position if they occur twice', () => {
  const source =
    '内景 面包店 - 日\n\n面粉。\n\n李雷\n两个面包。\n\n韩梅梅（画外音）\n好。\n\n李雷\n谢谢。\n\n韩梅梅\n再见。\n';
  expect(typesOf(source).join(' ')).toBe(`scene_heading action${' character dialogue'.repeat(4)}`);
  const { receipt, screenplay } = parsed(source);
  expect(receipt.uncertain).toContain('4 names without capitals were read as cues by position');
  expect(parsed(writeFountain(screenplay)).screenplay.elements).toEqual(screenplay.elements);
});

test('a name that occurs once is a cue only above a bracket', () => {
  expect(typesOf('नोआ\n(धीरे से)\nरुको।\n')).toEqual(['character', 'parenthetical', 'dialogue']);
  expect(typesOf('वह आता है\nऔर रुकता है।\n')).toEqual(['action']);
});

test('names without a mark are cues also in a file that marks another name', () => {
  const source = '@李雷\n好。\n\n韩梅梅\n再见。\n\n韩梅梅\n谢谢。\n';
  expect(typesOf(source).join(' ')).toBe('character dialogue '.repeat(3).trim());
  expect(writeFountain(parsed(source).screenplay)).toBe(source);
});

test('action of two lines stays action when it is written', () => {
  const source = '!雨声\n雨还在下\n\n!雨声\n雨停了\n';
  expect(typesOf(source)).toEqual(['action', 'action']);
  expect(writeFountain(parsed(source).screenplay)).toBe(source);
});
