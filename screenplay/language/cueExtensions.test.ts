import { describe, expect, test } from 'vitest';
import { isContinued, parseCue } from '../cue.ts';
import { parseFountain } from '../fountain/parse.ts';
import { writeFountain } from '../fountain/write.ts';
import { withParentheses } from '../parenthetical.ts';
import { isMoreText, isVoiceOver } from './cueExtensions.ts';

describe('marks of speeches in other languages', () => {
  test.each([
    '(CONT’D)',
    '(FORTS.)',
    '(suite)',
    '(CONTINÚA)',
    '(C.D.)',
    '(ПРОД.)',
    '(DEVAM)',
    '（续）',
    '（続き）',
  ])('knows that a cue with %s goes on', (extension) =>
    expect(isContinued(`TOBIAS ${extension}`)).toBe(true),
  );

  test.each([
    '(V.O.)',
    '(vo)',
    '( V. O. )',
    '(VOIX OFF)',
    '(З.К.)',
    '(DIŞ SES)',
    '（旁白）',
    '（ナレーション）',
  ])('knows the voice-over %s', (extension) => expect(isVoiceOver(extension)).toBe(true));

  test.each(['(MORE)', '(À SUIVRE)', '( weiter )', '(ДАЛЬШЕ)', '（続く）'])(
    'knows %s below a speech',
    (line) => expect(isMoreText(line)).toBe(true),
  );

  test.each(['MORE', '(no more)', 'MEHR'])('leaves %s in the speech', (line) =>
    expect(isMoreText(line)).toBe(false),
  );
});

describe('full-width brackets', () => {
  const source = '.内景 面包店 - 日\n\n@李雷（画外音）\n（小声）\n两个面包。\n';

  test('are the brackets of parentheticals and extensions', () => {
    const read = parseFountain(source);
    if (!read.ok) throw new Error(read.message);
    const [, cue, aside] = read.screenplay.elements;
    expect(parseCue(cue?.content ?? '')).toEqual({ name: '李雷', extensions: ['（画外音）'] });
    expect(aside).toMatchObject({ elementType: 'parenthetical', content: '（小声）' });
    expect(writeFountain(read.screenplay)).toBe(source);
  });

  test('are completed by a full-width bracket', () => {
    expect(withParentheses('（小声')).toBe('（小声）');
    expect(withParentheses('（小声）')).toBe('（小声）');
    expect(withParentheses('小声')).toBe('(小声)');
  });

  test('are escaped in a line of dialogue', () => {
    const read = parseFountain('@李雷\n\\（笑）\n');
    if (!read.ok) throw new Error(read.message);
    expect(read.screenplay.elements[1]).toMatchObject({ elementType: 'dialogue', content: '（笑）' });
    expect(writeFountain(read.screenplay)).toBe('@李雷\n\\（笑）\n');
  });
});
