import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import { element } from '#test/script.ts';
import {
  type ElementType,
  elementTypes,
  emptyTitlePage,
  type ScriptElement,
  type TitlePage,
} from '../element.ts';
import { parseFdx } from '../fdx/parse.ts';
import { defaultFormat } from '../format.ts';
import { isOutline } from '../hidden.ts';
import { withParentheses } from '../parenthetical.ts';
import type { Screenplay, ScriptNote } from '../screenplay.ts';
import { blocksOf } from './extras.ts';
import { parseFountain } from './parse.ts';
import { indentedLine } from './rules.ts';
import { writeFountain } from './write.ts';

function read(source: string | Uint8Array): { screenplay: Screenplay; notes: ScriptNote[] } {
  const result = parseFountain(source);
  if (!result.ok) throw new Error(result.message);
  return result;
}

function screenplayOf(elements: ScriptElement[], titlePage: TitlePage = emptyTitlePage): Screenplay {
  return { titlePage, elements, format: defaultFormat, source: null };
}

/** Return an element as read back after writeFountain. */
function asReadBack(element: ScriptElement): [ElementType, string, string | null, string | null] {
  const { elementType, content, sceneNumber, originalType, extras } = element;
  const lines = content.trimEnd().split('\n');
  const isPlain = originalType === null && !extras?.layout?.alignment;
  const line = content.trim().replace(/\s*\n\s*/g, ' ');
  const kept: Record<ElementType, string> = {
    scene_heading: line,
    character: line,
    transition: line,
    parenthetical: withParentheses(line),
    action: lines.map((each) => (isPlain ? indentedLine(each) : each.trim())).join('\n'),
    dialogue: lines.map((each) => each.trim()).join('\n'),
  };
  return [elementType, kept[elementType], sceneNumber ?? null, extras?.layout?.alignment ?? originalType];
}

// Texts with a meaning at the start, in the middle or at the end of a Fountain line.
const difficultLines = [
  ...[
    'INT. DECK - NIGHT',
    'ext. sea',
    'EST. 1910',
    'I/E CAR',
    'INTERIOR',
    'FADE IN:',
    'CUT TO:',
    'Title: Ferry',
  ],
  ...[
    'THE BEAST.',
    'R2D2',
    '23',
    'MARA (cont’d)',
    'McAvoy',
    '東京',
    'ÉMILE',
    'ß',
    '🎲',
    'А',
    'Contact:',
    'A: B',
  ],
  ...[
    '.',
    '..',
    '...',
    '@',
    '@@',
    '!',
    '!!',
    '#',
    '##',
    '=',
    '==',
    '===',
    '====',
    '>',
    '<',
    '> x <',
    '~',
    '^',
    '\\^',
  ],
  ...[
    '#1#',
    '#12A#',
    '\\#',
    '# #',
    '(beat)',
    '(',
    ')',
    '()',
    '\\(x)',
    '\\',
    '\\\\',
    '/*',
    '*/',
    '\\/*',
    '/**/',
  ],
  ...[
    '[[',
    ']]',
    '[[ ]]',
    '[[note]]',
    '\\[[',
    '[',
    ']',
    '*',
    '**',
    '_',
    '\\*',
    '*on*',
    '**a**/**b**',
    '&',
    '\u00a0x',
  ],
];
const words = ['hold', 'on', 'Mara', 'RAIN', 'the', 'ferry', 'I', 'is', 'late', '—', '7'];

const signs = [...'!@#>~.=<^()[]*/_\\: \n\n', '  ', '\u00a0', 'INT. ', 'TO:', 'a', 'B', 'ö', '字', '\t'];

function nastyText(random: Random): string {
  let text = '';
  if (random.chance(0.3)) {
    for (let length = 1 + random.below(12); length > 0; length--) text += random.pick(signs);
  } else {
    for (let length = 1 + random.below(4); length > 0; length--) {
      text += random.chance(0.5) ? random.pick(difficultLines) : random.pick(words);
      text += random.pick(['', ' ', ' ', '  ', '\n', '\n\n', '\n  ']);
    }
  }
  const trimmed = (random.chance(0.3) ? text.toUpperCase() : text).trim();
  return trimmed === '' ? 'x' : trimmed;
}

function difficultElement(random: Random): ScriptElement {
  const type = random.pick(elementTypes);
  const made = element(type, nastyText(random));
  if (type === 'scene_heading' && random.chance(0.3)) {
    made.sceneNumber = random.pick(['1', '12A', 'I-1-A', '14-16']);
  }
  if (type === 'action' && random.chance(0.1)) made.extras = { layout: { alignment: 'Center' } };
  else if ((type === 'action' || type === 'dialogue') && random.chance(0.1)) made.originalType = 'Lyrics';
  const canBeShot = type === 'action' && made.originalType === null && made.extras === null;
  if (canBeShot && !made.content.includes('\n') && random.chance(0.1)) made.originalType = 'Shot';
  return made;
}

describe('parseFountain after writeFountain', () => {
  test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
    'returns the types and texts of difficult screenplays (seed %i)',
    (seed) => {
      const random = seeded(seed);
      for (let i = 0; i < 50; i++) {
        const elements = Array.from({ length: 1 + random.below(12) }, () => difficultElement(random));
        const notes: ScriptNote[] = [];
        for (const [elementIndex] of elements.entries()) {
          if (random.chance(0.1)) notes.push({ elementIndex, text: nastyText(random), author: null });
        }
        const fountain = writeFountain(screenplayOf(elements), notes);
        const back = read(fountain);
        expect(back.screenplay.elements.map(asReadBack), fountain).toEqual(elements.map(asReadBack));
        expect(
          back.notes.map((note) => note.elementIndex),
          fountain,
        ).toEqual(notes.map((note) => note.elementIndex));
        expect(back.screenplay.titlePage).toEqual(emptyTitlePage);
        expect(writeFountain(back.screenplay, back.notes)).toBe(fountain);
      }
    },
  );
});

/** Return text that may be read as Fountain. */
function randomSource(random: Random): string {
  let source = '';
  for (let length = 5 + random.below(40); length > 0; length--) {
    source += random.pick([random.pick(difficultLines), random.pick(words), random.pick(signs)]);
    source += random.pick(['', ' ', '\n', '\n\n', '\n\n']);
  }
  return source;
}

/** Everything that reading, writing and reading again must preserve. */
function facts({ screenplay, notes }: { screenplay: Screenplay; notes: ScriptNote[] }) {
  return {
    titlePage: screenplay.titlePage,
    elements: screenplay.elements.map((each) => [
      each.elementType,
      each.content,
      each.dual,
      each.originalType,
      each.sceneNumber ?? null,
      each.extras?.layout ?? null,
    ]),
    notes,
    kept: [...screenplay.elements.map((each) => each.extras?.fountain), screenplay.source?.fountain].flatMap(
      (extras) => [...blocksOf(extras, 'before'), ...blocksOf(extras, 'after')],
    ),
  };
}

describe('writeFountain after parseFountain', () => {
  test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
    'preserves any text that was read as Fountain (seed %i)',
    (seed) => {
      const random = seeded(seed);
      for (let i = 0; i < 50; i++) {
        const source = randomSource(random);
        const result = parseFountain(source);
        if (!result.ok) continue;
        const again = read(writeFountain(result.screenplay, result.notes));
        expect(facts(again), source).toEqual(facts(result));
      }
    },
  );

  test.each(Array.from({ length: 10 }, (_, i) => i + 1))(
    'returns the types, texts and notes of a file whose elements were edited (seed %i)',
    (seed) => {
      const random = seeded(seed + 100);
      for (let i = 0; i < 50; i++) {
        const source = randomSource(random);
        const result = parseFountain(source);
        if (!result.ok) continue;
        const { screenplay } = result;
        const elements = screenplay.elements.flatMap((each) => {
          if (random.chance(0.15)) return [];
          if (random.chance(0.15)) return [difficultElement(random), each];
          const isWritten = random.chance(0.2);
          return [isWritten ? { ...each, content: `${each.content} ${random.pick(words)}` } : each];
        });
        // Half of a dual dialogue is a speech.
        if (elements.length === 0 || elements.some(({ dual }) => dual)) continue;
        const written = writeFountain({ ...screenplay, elements });
        const back = read(written);
        expect(back.screenplay.elements.map(asReadBack), `${source}\n-----\n${written}`).toEqual(
          elements.map(asReadBack),
        );
        const remaining = new Set(elements.map(({ extras }) => extras));
        for (const { text, elementIndex } of result.notes) {
          const extras = screenplay.elements[elementIndex ?? -1]?.extras;
          if (extras && remaining.has(extras)) expect(back.notes.map((note) => note.text)).toContain(text);
        }
      }
    },
  );

  test.each([1, 2, 3, 4, 5])('preserves title pages with any content (seed %i)', (seed) => {
    const random = seeded(seed);
    for (let i = 0; i < 200; i++) {
      const page: TitlePage = { ...emptyTitlePage, more: [] };
      for (const key of [
        'title',
        'credit',
        'author',
        'source',
        'draftDate',
        'contact',
        'copyright',
        'notes',
      ] as const) {
        if (random.chance(0.5)) page[key] = nastyText(random).replace(/[ \t\u00a0]*\n\s*/g, '\n');
      }
      if (random.chance(0.5))
        page.more.push({ key: 'Revision', value: 'Blue' }, { key: 'Épisode 3', value: '' });
      const elements = [element('action', nastyText(random))];
      const back = read(writeFountain(screenplayOf(elements, page)));
      expect(back.screenplay.titlePage).toEqual(page);
      expect(back.screenplay.elements.map(asReadBack)).toEqual(elements.map(asReadBack));
    }
  });
});

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');
const corpus = existsSync(folder) ? readdirSync(folder) : [];
if (corpus.length === 0) console.warn(`SKIPPED: no test scripts in ${folder}; set CORPUS_DIR`);

describe.skipIf(corpus.length === 0)('writeFountain for the test scripts', () => {
  test.each(corpus.filter((name) => name.endsWith('.fountain')))('preserves %s', (name) => {
    const first = read(readFileSync(join(folder, name)));
    expect(first.screenplay.elements.length).toBeGreaterThan(0);
    const written = writeFountain(first.screenplay, first.notes);
    expect(facts(read(written))).toEqual(facts(first));
  });

  test('writes the same bytes, except for a counted list of differences', () => {
    const differences = { 'line ends of two kinds': 0, 'a backslash before an opening': 0, other: 0 };
    const withoutReturns = (text: string) => text.replace(/\r\n/g, '\n');
    const names = corpus.filter((name) => name.endsWith('.fountain'));
    for (const name of names) {
      const source = readFileSync(join(folder, name), 'utf8');
      const { screenplay, notes } = read(readFileSync(join(folder, name)));
      const written = writeFountain(screenplay, notes);
      if (written === source) continue;
      if (withoutReturns(written) === withoutReturns(source)) differences['line ends of two kinds']++;
      // An opening of a note that has no end.
      else if (written.replaceAll('\\[[', '[[') === source) differences['a backslash before an opening']++;
      else differences.other++;
    }
    expect([names.length, differences]).toEqual([
      54,
      // The other one has a note above its title page, which is written below.
      { 'line ends of two kinds': 1, 'a backslash before an opening': 2, other: 1 },
    ]);
  });

  test.each(corpus)('writes the same bytes for %s as we write it', (name) => {
    const bytes = readFileSync(join(folder, name));
    const source = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes);
    if (!source.ok) throw new Error(source.message);
    const { elements, ...script } = source.screenplay;
    // Without the lines of a Fountain file, which would be written again.
    const ours = elements.map((each) => ({ ...each, extras: { ...each.extras, fountain: undefined } }));
    const written = writeFountain({ ...script, elements: ours, source: null }, source.notes);
    const { screenplay, notes } = read(written);
    expect(writeFountain(screenplay, notes)).toBe(written);
  });

  test.each(corpus.filter((name) => name.endsWith('.fdx')))('preserves types and texts of %s', (name) => {
    const first = parseFdx(readFileSync(join(folder, name)));
    if (!first.ok) throw new Error(first.message);
    // The outline becomes sections, synopses and notes.
    const elements = first.screenplay.elements.filter((each) => !isOutline(each));
    const back = read(writeFountain(first.screenplay)).screenplay.elements;
    expect(back.map((each) => asReadBack(each).slice(0, 3))).toEqual(
      elements.map((each) => asReadBack(each).slice(0, 3)),
    );
    expect(back.map((each) => each.dual)).toEqual(elements.map((each) => each.dual));
  });
});
