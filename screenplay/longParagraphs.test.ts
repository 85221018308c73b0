import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import type { ScriptElement } from './element.ts';
import { parseEmphasis, writeEmphasis } from './emphasis.ts';
import { parseFdx } from './fdx/parse.ts';
import { writeFdx } from './fdx/write.ts';
import { maxContentLength } from './limits.ts';
import { cutLongParagraphs, joinParagraphs, splitLongParagraph } from './longParagraphs.ts';
import { isSameStyled } from './styled.ts';

const contents = (text: string, max?: number) => splitLongParagraph(text, max).map(({ content }) => content);

describe('splitLongParagraph', () => {
  test('cuts after the last sentence, else the last word, else between two characters', () => {
    expect(contents('Rain. Wind. Engines.', 14)).toEqual(['Rain. Wind.', 'Engines.']);
    expect(contents('雨が降る。風が吹く。', 7)).toEqual(['雨が降る。', '風が吹く。']);
    expect(contents('rain and wind', 10)).toEqual(['rain and', 'wind']);
    expect(contents('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  });

  test('never cuts within a grapheme', () => {
    const signs = ['😀', '👨‍👩‍👧', 'é', 'x', '🇩🇪'];
    const random = seeded(4);
    const text = Array.from({ length: 400 }, () => random.pick(signs)).join('');
    for (const piece of contents(text, 40)) {
      expect(piece.isWellFormed()).toBe(true);
      expect(piece).not.toMatch(/^[\u200d\u0301]/);
      expect(piece).not.toMatch(/\u200d$/);
    }
    // An endless grapheme is cut anyway.
    const stacked = `Z${'\u0351'.repeat(1000)}`;
    expect(contents(stacked, 100).join('')).toBe(stacked);
  });

  test('continues styles after the cut', () => {
    expect(contents('**Rain. Wind. Engines.**', 18)).toEqual(['**Rain. Wind.**', '**Engines.**']);
  });

  test('returns pieces within the limit, even with many marks', () => {
    for (const text of ['*'.repeat(90_000), '**a** '.repeat(20_000), `${' '.repeat(50_000)}x`]) {
      const pieces = contents(writeEmphasis(parseEmphasis(text)));
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(maxContentLength);
    }
  });
});

/** Return random content of words, marks, punctuation and white space, normalised by parsing. */
function someContent(seed: number): string {
  const random = seeded(seed);
  const parts = ['rain', 'Wind.', ' ', '  ', '\n', '**', '*', '_', '\\*', '😀', '。', 'a'];
  const text = `x${Array.from({ length: 300 }, () => random.pick(parts)).join('')}x`;
  return writeEmphasis(parseEmphasis(text));
}

describe('joinParagraphs', () => {
  test('restores pieces and gaps to the original text and style', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const content = someContent(seed);
      const elements = splitLongParagraph(content, 60).map(({ content: piece, gap }, part) => ({
        ...action(piece),
        extras: { piece: { paragraph: 0, part, gap } },
      }));
      expect(elements.length).toBeGreaterThan(3);
      const joined = joinParagraphs({ elements, notes: [] }).elements;
      expect(joined).toHaveLength(1);
      const whole = joined[0]?.content ?? '';
      expect([seed, isSameStyled(parseEmphasis(whole), parseEmphasis(content))]).toEqual([seed, true]);
    }
  });
});

describe('cutLongParagraphs', () => {
  const long = 'Rain on the *roof* of the ferry. '.repeat(1500).trim();
  const script = [heading('INT. DECK'), action(long), cue('MARA'), dialogueLine('Hold on.')];
  const note = { elementIndex: 2, text: 'Who?', author: null };
  const cut = () => cutLongParagraphs({ elements: script, notes: [note] });

  test('returns elements within the limit, and keeps notes at their paragraph', () => {
    const { elements, notes, paragraphs, pieces, first } = cut();
    expect(elements.map(({ elementType }) => elementType)).toEqual([
      'scene_heading',
      ...['action', 'action', 'action'],
      'character',
      'dialogue',
    ]);
    expect(elements.every(({ content }) => content.length <= maxContentLength)).toBe(true);
    expect(notes).toEqual([{ ...note, elementIndex: 4 }]);
    expect({ paragraphs, pieces, first }).toEqual({ paragraphs: 1, pieces: 3, first: 1 });
  });

  test('is reversed by joinParagraphs, with the current text of the pieces', () => {
    const { elements, notes } = cut();
    expect(joinParagraphs({ elements, notes }).elements.map(({ content }) => content)).toEqual(
      script.map(({ content }) => content),
    );
    expect(joinParagraphs({ elements, notes }).notes).toEqual([note]);
    const edited = elements.map((each, index) => (index === 2 ? { ...each, content: '**Snow.**' } : each));
    const [, whole, next] = joinParagraphs({ elements: edited, notes }).elements;
    expect(next?.elementType).toBe('character');
    expect(whole?.content).toMatch(/^Rain .* of the ferry\. \*\*Snow\.\*\* Rain .* ferry\.$/);
  });

  test('is not reversed for pieces with an element in between or in another order', () => {
    const [first, one, two, three, ...rest] = cut().elements as ScriptElement[];
    if (!first || !one || !two || !three) throw new Error('three pieces');
    const apart = [first, one, action('A bell.'), two, three, ...rest];
    expect(joinParagraphs({ elements: apart, notes: [] }).elements).toHaveLength(6);
    const turned = [first, two, one, three, ...rest];
    expect(joinParagraphs({ elements: turned, notes: [] }).elements).toHaveLength(5);
  });

  test('continues a long heading as action, so that it opens one scene', () => {
    const { elements } = cutLongParagraphs({
      elements: [heading(`INT. ${'DECK '.repeat(5000)}`)],
      notes: [],
    });
    expect(elements.map(({ elementType }) => elementType)).toEqual(['scene_heading', 'action']);
  });
});

describe('writeFdx', () => {
  test('writes a file with a long paragraph like the original', () => {
    const styled =
      '<Text>Rain. </Text><Text Style="Bold" Font="Courier">Wind over  the</Text><Text> deck. </Text>';
    const xml = [
      '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<FinalDraft DocumentType="Script" Version="5">\n  <Content>\n',
      `    <Paragraph Alignment="Center" Type="Action">${styled.repeat(800)}<Text>End.</Text></Paragraph>\n`,
      '    <Paragraph Type="Action"><Text>Engines.</Text></Paragraph>\n  </Content>\n</FinalDraft>\n',
    ].join('');
    const read = parseFdx(new TextEncoder().encode(xml));
    if (!read.ok) throw new Error(read.message);
    const { elements, pieces } = cutLongParagraphs({ elements: read.screenplay.elements, notes: read.notes });
    expect(pieces).toBe(2);
    // As returned by the database.
    const stored = JSON.parse(JSON.stringify({ ...read.screenplay, elements }));
    expect(writeFdx(stored)).toBe(writeFdx(read.screenplay));
    expect(writeFdx(stored)).toContain(styled.repeat(800));
  });
});
