import { describe, expect, test } from 'vitest';
import { lockedFile, pagesOf, readFdx } from '#test/lockedFiles.ts';
import { action } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import type { Screenplay } from '../screenplay.ts';
import { parseFdx } from './parse.ts';
import { writeFdx } from './write.ts';

const file = lockedFile([
  ['1', 'Harbour at night.', 'Mara ^waits.'],
  ['2', 'Fog comes in. |Bells ring.'],
  ['2A', 'Tobias runs.', 'Rain^ falls.'],
  ['3', 'Sirens.^', 'Lights go out.'],
]);

/** Return the words at the positions of a part of the file, "label: words". */
function wordsAt(xml: string, name: string, offset: string): string[] {
  const text = [...xml.matchAll(/<Text>([^<]*)<\/Text>/g)].map((match) => match[1]).join('\n');
  return [...xml.matchAll(new RegExp(`<${name} ([^>]*)/>`, 'g'))].map(([, attributes]) => {
    const at = Number(new RegExp(`${offset}="(\\d+)"`).exec(attributes ?? '')?.[1]);
    const label = /PageNumber="([^"]*)"/.exec(attributes ?? '')?.[1];
    return `${label ?? 'after'}: ${label === undefined ? text.slice(0, at).split(/\s/).at(-1) : text.slice(at).split(/\s/)[0]}`;
  });
}

const locksIn = (xml: string) => wordsAt(xml, 'LockedPage', 'Position');
const deletionsIn = (xml: string) => wordsAt(xml, 'DeletedTextLocation', 'Offset');

function afterEdit(edit: (elements: ScriptElement[]) => void): { xml: string; script: Screenplay } {
  const script = readFdx(file);
  edit(script.elements);
  return { xml: writeFdx(script), script };
}

describe('locked pages of a Final Draft file', () => {
  test('are read with their labels', () => {
    const { format, elements } = readFdx(file);
    expect(format.pageLock?.labels).toEqual(['1', '2', '2A', '3']);
    expect(pagesOf({ format, elements })).toEqual(['1 Harbour', '2 Fog', '2A Bells', '3 Sirens']);
  });

  test('are written as they were', () => {
    const parts = /<LockedPages>.*<\/DeletedText>/s.exec(file)?.[0] ?? 'none';
    const xml = writeFdx(readFdx(file));
    expect(xml.replaceAll(/>\s+</g, '><')).toContain(parts);
  });

  test('are written at the same words after edits before them', () => {
    const { xml } = afterEdit((elements) => {
      elements.unshift(action('A new first line.'));
      elements.splice(3, 0, action('New.'));
      elements[4] = { ...(elements[4] as ScriptElement), content: 'Thick fog comes in slowly. Bells ring.' };
    });
    expect(locksIn(xml)).toEqual(['1: A', '2: Thick', '2A: Bells', '3: Sirens.']);
    expect(deletionsIn(xml)).toEqual(['after: ', 'after: Rain', 'after: Sirens.']);
  });

  test('become a range when the words of a page are gone', () => {
    const { xml } = afterEdit((elements) => elements.splice(3, 2));
    expect(locksIn(xml)).toEqual(['1: Harbour', '2: Fog', '2A: Bells', '3: Sirens.']);
    const shorter = afterEdit((elements) => elements.splice(2, 3));
    expect(locksIn(shorter.xml)).toEqual(['1-2A: Harbour', '3: Sirens.']);
    expect(pagesOf(readFdx(shorter.xml))).toEqual(pagesOf(shorter.script));
  });

  test('move deleted text with the end of the paragraph before, if its own is gone', () => {
    const { xml } = afterEdit((elements) => elements.splice(4, 1));
    expect(deletionsIn(xml)).toEqual(['after: ', 'after: runs.', 'after: Sirens.']);
  });

  test('are all removed when the pages are unlocked', () => {
    const script = readFdx(file);
    expect(writeFdx({ ...script, format: { ...script.format, pageLock: undefined } })).not.toContain(
      '<LockedPage ',
    );
  });

  test('are added to a script that had none', () => {
    const { elements, format } = readFdx(file);
    const xml = writeFdx({ ...readFdx(file), elements, format, source: null });
    expect(locksIn(xml)).toEqual(['1: Harbour', '2: Fog', '2A: Bells', '3: Sirens.']);
  });

  test('stay with positions behind the text, which the receipt tells', () => {
    const late = file.replace(
      '</LockedPages>',
      '<LockedPage LevelIndex="4" LockLevel="0" PageNumber="4" Position="9999"/></LockedPages>',
    );
    const result = parseFdx(new TextEncoder().encode(late));
    expect(result.ok && result.receipt.uncertain).toEqual(['1 locked page begins behind the text']);
    expect(writeFdx(readFdx(late))).toContain('PageNumber="4" Position="9999"');
  });

  test('keep two pages with one label apart', () => {
    const doubled = file.replace('PageNumber="2A"', 'PageNumber="2"');
    expect(pagesOf(readFdx(doubled))).toEqual(['1 Harbour', '2 Fog', '2 Bells', '3 Sirens']);
    expect(locksIn(writeFdx(readFdx(doubled)))).toEqual(locksIn(doubled));
  });

  test('begin with a blank paragraph or a dual dialogue where the file says so', () => {
    const blank = '<Paragraph Type="Action"><Text></Text></Paragraph>';
    const dual = `<Paragraph><DualDialogue>${['MARA', 'TOBIAS'].map((name) => `<Paragraph Type="Character"><Text>${name}</Text></Paragraph><Paragraph Type="Dialogue"><Text>Now.</Text></Paragraph>`).join('')}</DualDialogue></Paragraph>`;
    const line = (text: string) => `<Paragraph Type="Action"><Text>${text}</Text></Paragraph>`;
    // "Wind." takes 0 to 5, the blank 6, "Rain." 7 to 12, the dual dialogue 13 to 15.
    const locks = [0, 6, 7, 13, 16].map(
      (at, i) => `<LockedPage LevelIndex="${i}" LockLevel="0" PageNumber="${i + 1}" Position="${at}"/>`,
    );
    const xml = `<FinalDraft Version="5"><Content>${line('Wind.')}${blank}${line('Rain.')}${dual}${line('Fog.')}</Content><LockedPages>${locks.join('')}</LockedPages></FinalDraft>`;
    const script = readFdx(xml);
    expect(writeFdx(script)).toContain(locks.join(''));
    expect(pagesOf(script)).toEqual(['1 Wind', '2 Rain', '3 Rain', '4 MARA', '5 Fog']);
  });
});
