import { describe, expect, test } from 'vitest';
import { lockedScript, readFdx } from '#test/lockedFiles.ts';
import { action, element, heading } from '#test/script.ts';
import { emptyTitlePage, type ScriptElement } from '../element.ts';
import { defaultFormat, type ScriptFormat } from '../format.ts';
import { writeFdx } from './write.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => action(`N${i} waits.`));

function propertiesIn(elements: ScriptElement[], format: ScriptFormat): string[] {
  const xml = writeFdx({ elements, format, titlePage: emptyTitlePage, source: null });
  return [...xml.matchAll(/<SceneProperties [^>]*>/g)].map(([tag]) => tag);
}

describe('scene properties of a Final Draft file', () => {
  const script = [heading('INT. HOLD - DAY'), ...lines(60), heading('INT. DECK - DAY'), ...lines(3)];

  test('name page labels and lengths while the pages are locked', () => {
    const { elements, format } = lockedScript(script);
    const omitted = element('scene_heading', 'OMITTED', {
      extras: { omitted: { heading: 'INT. BAR - DAY', elements: [] } },
    });
    const added = [...elements.slice(0, 5), ...lines(30), omitted, ...elements.slice(5)];
    expect(propertiesIn(added, format)).toEqual([
      '<SceneProperties Length="1 3/8" Page="1" Title=""/>',
      '<SceneProperties Length="0" Page="1A" Title=""/>',
      '<SceneProperties Length="2/8" Page="3" Title=""/>',
    ]);
    expect(propertiesIn(script, defaultFormat)).toEqual([]);
  });

  test('stay as in the file while a scene is on its page, and keep what else they have', () => {
    const number = (label: string, position: number) =>
      `<LockedPage PageNumber="${label}" Position="${position}"/>`;
    const scene = (name: string) =>
      `<Paragraph Type="Scene Heading"><SceneProperties Color="#1" Length="9" Page="6"><Summary/></SceneProperties><Text>INT. ${name}</Text></Paragraph>`;
    const file = `<FinalDraft Version="5"><Content>${scene('A')}${scene('B')}</Content><LockedPages>${number('5', 0)}${number('6', 7)}</LockedPages></FinalDraft>`;
    const { elements, format, ...rest } = readFdx(file);
    const written = (all: ScriptElement[]) => writeFdx({ elements: all, format, ...rest });
    expect(written(elements)).toContain(scene('B'));
    const [a, b] = elements as [ScriptElement, ScriptElement];
    expect(written([a, ...lines(30), b])).toContain(scene('B'));
    const moved = written([b, a]);
    expect(moved).toContain(
      '<SceneProperties Color="#1" Length="1/8" Page="5-6"><Summary/></SceneProperties>',
    );
  });

  test('write and read the form of new numbers while the numbers are locked', () => {
    const locked = (scheme: 'prefix' | 'suffix') =>
      writeFdx({
        ...{ elements: script, titlePage: emptyTitlePage, source: null },
        format: { ...defaultFormat, sceneLock: { issued: [], scheme, skipsIAndO: true } },
      });
    expect(locked('suffix')).toContain('NumberScheme="1A"');
    expect(locked('prefix')).toContain('NumberScheme="A1"');
    const numbered = lockedScript([heading('INT. HOLD - DAY', '5')]);
    const sceneLock = { issued: ['5'], scheme: 'prefix', skipsIAndO: true } as const;
    const format = { ...numbered.format, sceneLock: { ...sceneLock, issued: ['5'] } };
    const xml = writeFdx({ ...numbered, format, titlePage: emptyTitlePage, source: null });
    expect(readFdx(xml).format.sceneLock?.scheme).toBe('prefix');
  });
});
