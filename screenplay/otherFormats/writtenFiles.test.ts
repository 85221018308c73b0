import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { emptyTitlePage, type ScriptElement } from '../element.ts';
import { fdxTypeNames, toShownCase } from '../elementTypes/table.ts';
import { parseEmphasis } from '../emphasis.ts';
import { parseFdx } from '../fdx/parse.ts';
import { parseNode } from '../fdx/xml.ts';
import type { ScriptFormat } from '../format.ts';
import { parseFountain } from '../fountain/parse.ts';
import type { ParseResult } from '../screenplay.ts';
import { parseDocx } from './docx.ts';
import { parseHtml } from './html.ts';
import { parseOsf } from './osf.ts';
import { writeDocx } from './writeDocx.ts';
import { writeEpub } from './writeEpub.ts';
import { writeHtml } from './writeHtml.ts';
import { writeOsf } from './writeOsf.ts';
import { writePlainText } from './writePlainText.ts';
import {
  type ContainerPart,
  printedContent,
  shownStyled,
  type WrittenScript,
  withPairsOnly,
} from './writtenScript.ts';

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');
const corpus = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.(?:fdx|fountain)$/.test(name))
  : [];
if (corpus.length === 0)
  console.warn(`No scripts in ${folder}: their round trips do not run. Set CORPUS_DIR.`);

function scriptOf(result: ParseResult, title = 'Night Ferry'): WrittenScript {
  if (!result.ok) throw new Error(result.message);
  return { ...result.screenplay, title, language: 'en-US', notes: result.notes, modifiedAt: new Date(0) };
}

function textOfPart(parts: readonly ContainerPart[], name: string): string {
  const part = parts.find((each) => each.name === name);
  if (!part) throw new Error(`no part ${name}`);
  return part.text;
}

/**
 * Return the parts of an element that another program holds. Styles are those of words, without
 * marks at spaces and those that the whole type has.
 */
function essenceOf(
  { elementType, content, dual, originalType, sceneNumber }: ScriptElement,
  format: ScriptFormat,
) {
  const ofType = format.styles[originalType ?? fdxTypeNames[elementType]];
  const { text, spans } = parseEmphasis(content);
  const styles = new Array<string>(text.length).fill('');
  for (const { from, to, isBold, isItalic, isUnderlined, isStruck } of spans)
    styles.fill(
      [
        isBold && !ofType?.isBold && 'bold',
        isItalic && !ofType?.isItalic && 'italic',
        isUnderlined && !ofType?.isUnderlined && 'underlined',
        isStruck && 'struck',
      ]
        .filter(Boolean)
        .join('+'),
      from,
      to,
    );
  const look = [...styles.entries()].filter(([at]) => /\S/.test(text.charAt(at))).map(([, style]) => style);
  const flat = toShownCase(elementType, text).trim().replaceAll('\t', ' ');
  return {
    elementType,
    text: flat,
    look: look.join(' '),
    dual,
    originalType,
    sceneNumber: sceneNumber ?? null,
  };
}

const docxOf = (script: WrittenScript) => {
  const parts = writeDocx(script);
  return parseDocx({
    document: textOfPart(parts, 'word/document.xml'),
    styles: textOfPart(parts, 'word/styles.xml'),
    comments: textOfPart(parts, 'word/comments.xml'),
  });
};

const same = (elements: readonly ScriptElement[]) => elements;
const formats = [
  ['DOCX', docxOf, same],
  ['HTML', (script: WrittenScript) => parseHtml(writeHtml(script)), same],
  ['OSF', (script: WrittenScript) => parseOsf(writeOsf(script)), withPairsOnly],
] as const;

describe.each(formats)('a written %s file', (_name, rewritten, held) => {
  test('returns types, texts, styles, columns, numbers and title page', () => {
    const fountain = [
      'Title: Night Ferry\nCredit: by\nAuthor: Olive Owner\nDraft date: 1 May\nRevision: Blue',
      'INT. CAR DECK - NIGHT #12A#',
      'Engines **hum** and _glow_.\nA second <line> & "more".',
      '> THE *END* <',
      'MARA\n(low)\nRoom four.',
      'TOBIAS\nNo.\n~La la la',
      'MARA\nYes.\n\nTOBIAS ^\n(at once)\nNo.',
      '> CUT TO:',
      '===',
      'EXT. PIER - DAY',
    ].join('\n\n');
    const script = scriptOf(parseFountain(new TextEncoder().encode(fountain)));
    const read = scriptOf(rewritten(script));
    expect(read.elements.map((each) => essenceOf(each, script.format))).toEqual(
      script.elements.map((each) => essenceOf(each, script.format)),
    );
    expect(read.titlePage).toEqual(script.titlePage);
    expect(read.elements.at(-1)?.extras).toEqual({ layout: { startsNewPage: true } });
    expect(read.elements.find(({ content }) => content.startsWith('THE'))?.extras).toEqual({
      layout: { alignment: 'Center' },
    });
  });

  test('holds a script without elements and any character', () => {
    const action = { elementType: 'action', dual: null, originalType: 'Act, Two (b)', extras: null } as const;
    const script = scriptOf(parseFountain(new TextEncoder().encode('INT. A')));
    const odd = { ...script, titlePage: { ...emptyTitlePage, more: [] } };
    const elements = [{ ...action, content: 'a\u0001b\uffff😀 ]]> <!-- &amp;' }];
    expect(rewritten({ ...odd, elements: [] })).toMatchObject({ ok: false });
    expect(
      scriptOf(rewritten({ ...odd, elements })).elements.map((each) => essenceOf(each, script.format)),
    ).toEqual([essenceOf({ ...action, content: 'ab😀 ]]> <!-- &amp;' }, script.format)]);
  });

  test.each(corpus)('returns the elements of %s', (name) => {
    const bytes = readFileSync(join(folder, name));
    const result = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes);
    if (!result.ok) return;
    const script = scriptOf(result, name);
    const expected = held(printedContent(script).elements).filter(
      ({ content }) => parseEmphasis(content).text.trim() !== '',
    );
    const read = rewritten(script);
    if (expected.length === 0) return;
    expect(scriptOf(read).elements.map((each) => essenceOf(each, script.format))).toEqual(
      expected.map((each) => essenceOf(each, script.format)),
    );
  });
});

test('a written DOCX file returns the comments at their elements', () => {
  const script = scriptOf(parseFountain(new TextEncoder().encode('INT. DECK\n\nMARA\nNo.\n\nMARA\nNo.')));
  const notes = [
    { elementIndex: 2, text: 'Why?\nWhy <not>?', author: 'Cora' },
    { elementIndex: 4, text: 'Again.', author: null },
  ];
  expect(scriptOf(docxOf({ ...script, notes })).notes).toEqual(notes);
});

const ferry = [
  'Title: Night Ferry\nAuthor: Olive Owner',
  'FADE IN:',
  'INT. CAR DECK - NIGHT #12A#',
  'Engines **hum** & glow.',
  'MARA\n(low)\nRoom four.',
  'MARA\nYes.\n\nTOBIAS ^\nNo.',
  'EXT. PIER - DAY',
].join('\n\n');
const ferryScript = () => scriptOf(parseFountain(new TextEncoder().encode(ferry)));

test('a written EPUB file is well-formed and has its parts, spine and contents', () => {
  const parts = writeEpub(ferryScript());
  expect(parts[0]).toEqual({ name: 'mimetype', text: 'application/epub+zip', isStored: true });
  for (const { name, text } of parts)
    if (/\.(?:xhtml|opf|xml)$/.test(name))
      expect(() => parseNode(text.replace('<!DOCTYPE html>', ''))).not.toThrow();
  const opf = textOfPart(parts, 'OEBPS/package.opf');
  const listed = [...opf.matchAll(/ href="([^"]+)"/g)].map(([, name]) => `OEBPS/${name}`);
  const held = parts.map(({ name }) => name).filter((name) => /^OEBPS.*(?:xhtml|css)$/.test(name));
  expect(listed.toSorted()).toEqual(held.toSorted());
  const links = [...textOfPart(parts, 'OEBPS/nav.xhtml').matchAll(/href="([^"#]+)#([^"]+)">([^<]+)/g)];
  expect(links.map(([, , , text]) => text)).toEqual(['Opening', 'INT. CAR DECK - NIGHT', 'EXT. PIER - DAY']);
  for (const [, name, id] of links) expect(textOfPart(parts, `OEBPS/${name}`)).toContain(`id="${id}"`);
  expect(opf).toContain('<meta property="dcterms:modified">1970-01-01T00:00:00Z</meta>');
});

test('the contents of a written EPUB file name a scene without a heading by its number', () => {
  const script = ferryScript();
  const elements = script.elements.map((each) =>
    each.content.startsWith('INT.') ? { ...each, content: ' ' } : each,
  );
  const nav = textOfPart(writeEpub({ ...script, elements }), 'OEBPS/nav.xhtml');
  expect([...nav.matchAll(/#[^"]+">([^<]*)/g)].map(([, text]) => text)).toEqual([
    'Opening',
    'Scene 1',
    'EXT. PIER - DAY',
  ]);
});

test('shownStyled keeps the styles of a text that capitals make longer', () => {
  const heading = { elementType: 'scene_heading', dual: null, originalType: null, extras: null } as const;
  expect(shownStyled({ ...heading, content: 'int. straße **deck**' })).toEqual({
    text: 'INT. STRASSE DECK',
    spans: [{ from: 13, to: 17, isBold: true, isItalic: false, isUnderlined: false }],
  });
});

test.for([
  ['Word', writeDocx],
  ['OSF', writeOsf],
] as const)(
  'a written %s file with 2,000 notes on one element stores the notes of an element in one list',
  ([, write]) => {
    const script = ferryScript();
    const notes = Array.from({ length: 2000 }, () => ({ elementIndex: 0, text: 'Why?', author: null }));
    const copied = vi.spyOn(Map.prototype, 'set');
    write({ ...script, notes });
    expect(copied.mock.calls.length).toBeLessThan(1000);
    copied.mockRestore();
  },
);

test('withPairsOnly visits each element of a long column a few times only', () => {
  let visits = 0;
  const right = {
    get elementType() {
      visits++;
      return 'character' as const;
    },
    content: 'MARA',
    dual: 'right' as const,
    originalType: null,
    extras: null,
  };
  const cue = {
    elementType: 'character',
    content: 'A',
    dual: 'left',
    originalType: null,
    extras: null,
  } as const;
  const paired = withPairsOnly([cue, ...Array<ScriptElement>(500).fill(right)]);
  expect(paired.filter(({ dual }) => dual === 'right')).toHaveLength(1);
  expect(visits).toBeLessThan(2000);
});

test('a written text file has the layout of the pages', () => {
  const script = ferryScript();
  const [titlePage, page] = writePlainText({
    ...script,
    format: { ...script.format, sceneNumbersShown: true },
  }).split('\f');
  expect(titlePage).toMatch(/^\n+ {30,34}NIGHT FERRY\n/);
  expect(page?.split('\n').slice(3)).toEqual([
    '        FADE IN:',
    '',
    '',
    ' 12A    INT. CAR DECK - NIGHT                                   12A',
    '',
    '        Engines hum & glow.',
    '',
    '                            MARA',
    '                      (low)',
    '                  Room four.',
    '',
    expect.stringMatching(/^ +MARA \(CONT'D\) +TOBIAS$/),
    expect.stringMatching(/^ +Yes\. +No\.$/),
    '',
    '',
    '        EXT. PIER - DAY',
    '',
  ]);
});
