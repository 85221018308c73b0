import { describe, expect, test } from 'vitest';
import type { ParseResult } from '../screenplay.ts';
import { parseCeltx } from './celtx.ts';
import { parseDocx } from './docx.ts';
import { parseHtml } from './html.ts';
import { parseOsf } from './osf.ts';
import { parseRtf } from './rtf.ts';
import { parseTrelby } from './trelby.ts';

function linesOf(result: ParseResult): string[] {
  if (!result.ok) throw new Error(result.message);
  return result.screenplay.elements.map(({ elementType, content, dual, sceneNumber }) =>
    [sceneNumber ? `#${sceneNumber}` : '', dual ?? '', elementType, content].filter(Boolean).join(' '),
  );
}

function receiptOf(result: ParseResult) {
  if (!result.ok) throw new Error(result.message);
  return result.receipt;
}

const ferry = [
  'scene_heading INT. CAR DECK - NIGHT',
  'action Engines **hum**.',
  'character MARA',
  'parenthetical (to nobody)',
  'dialogue Room four.',
  'transition CUT TO:',
];

describe('parseOsf', () => {
  const osf = (paragraphs: string, rest = '') =>
    `<?xml version="1.0"?><document type="Open Screenplay Format document" version="40"><info/><styles><style name="Action"/></styles><paragraphs>${paragraphs}</paragraphs>${rest}</document>`;
  const para = (style: string, text: string, attribute = 'basestyle') =>
    `<para><style ${attribute}="${style}"/>${text.startsWith('<') ? text : `<text>${text}</text>`}</para>`;

  test.each(['basestyle', 'basestylename'])('reads paragraphs whose style is named by %s', (attribute) => {
    const script = [
      para('Scene Heading', 'Int. car deck - night', attribute),
      para('Action', '<text>Engines </text><text bold="1">hum</text><text>.</text>', attribute),
      para('Character', 'Mara', attribute),
      para('Parenthetical', 'to nobody', attribute),
      para('Dialogue', 'Room four.', attribute),
      para('Transition', 'cut to:', attribute),
    ];
    expect(linesOf(parseOsf(osf(script.join(''))))).toEqual(ferry);
  });

  test('reads scene numbers, dual dialogue, notes and the title page', () => {
    const dual = (style: string, text: string) =>
      `<para><style basestyle="${style}" dualdialogue="1"/><text>${text}</text></para>`;
    const script = [
      '<para scene_number="12A"><style basestyle="Scene Heading"/><text>INT. DECK</text></para>',
      '<para note="Colder?"><style basestyle="Action"/><text>Engines.</text></para>',
      dual('Character', 'Mara') + dual('Dialogue', 'Yes.'),
      dual('Character', 'Tobias') + dual('Dialogue', 'No.'),
    ];
    const title = '<titlepage><para bookmark="Title"><style/><text>Night Ferry</text></para></titlepage>';
    const result = parseOsf(osf(script.join(''), title));
    expect(linesOf(result)).toEqual([
      '#12A scene_heading INT. DECK',
      'action Engines.',
      'left character MARA',
      'left dialogue Yes.',
      'right character TOBIAS',
      'right dialogue No.',
    ]);
    expect(result).toMatchObject({
      screenplay: { titlePage: { title: 'Night Ferry' }, format: { sceneNumbersShown: true } },
      notes: [{ elementIndex: 1, text: 'Colder?' }],
    });
  });

  test.each([
    ['an unclosed tag', '<document><paragraphs>'],
    ['an entity', '<!DOCTYPE d [<!ENTITY x "y">]><document/>'],
    ['elements in elements', '<para>'.repeat(200)],
  ])('rejects %s', (_what, xml) => {
    expect(parseOsf(xml)).toMatchObject({ ok: false });
  });
});

describe('parseDocx', () => {
  const word = (name: string, content: string) =>
    `<w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:${name}>`;
  const style = (id: string, name: string, properties = '') =>
    `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`;
  const para = (text: string, properties = '') =>
    `<w:p><w:pPr>${properties}</w:pPr>${text.startsWith('<') ? text : `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`}</w:p>`;
  const styled = (text: string, id: string) => para(text, `<w:pStyle w:val="${id}"/>`);
  const indented = (text: string, twips: number) => para(text, `<w:ind w:left="${twips}"/>`);
  const document = (body: string) => word('document', `<w:body>${body}</w:body>`);

  test('reads paragraphs by the names of their styles', () => {
    const styles = word(
      'styles',
      [
        style('s1', 'Scene Heading', '<w:rPr><w:b/></w:rPr>'),
        ...['Action', 'Character', 'Parenthetical', 'Dialogue', 'Transition'].map((name) =>
          style(name, name),
        ),
      ].join(''),
    );
    const body = [
      para('<w:r><w:rPr><w:b/></w:rPr><w:t>Int. car deck - night</w:t></w:r>', '<w:pStyle w:val="s1"/>'),
      para(
        '<w:r><w:t>Engines </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>hum</w:t></w:r><w:r><w:t>.</w:t></w:r>',
        '<w:pStyle w:val="Action"/>',
      ),
      styled('Mara', 'Character'),
      styled('to nobody', 'Parenthetical'),
      styled('Room four.', 'Dialogue'),
      styled('cut to:', 'Transition'),
    ];
    const result = parseDocx({ document: document(body.join('')), styles });
    expect(linesOf(result)).toEqual(ferry);
    expect(receiptOf(result).uncertain).toEqual([]);
  });

  test('reads paragraphs without styles by their indents, and says so', () => {
    const body = [
      para('INT. CAR DECK - NIGHT') + para(''),
      para('Engines hum.') + para(''),
      indented('MARA', 2880) + indented('(to nobody)', 2160) + indented('Room four.', 1440) + para(''),
      indented('TOBIAS', 2880) + indented('No.', 1440) + para(''),
      para('CUT TO:', '<w:jc w:val="right"/>'),
    ];
    const result = parseDocx({ document: document(body.join('')), styles: '' });
    expect(linesOf(result)).toEqual([
      'scene_heading INT. CAR DECK - NIGHT',
      'action Engines hum.',
      'character MARA',
      'parenthetical (to nobody)',
      'dialogue Room four.',
      'character TOBIAS',
      'dialogue No.',
      'transition CUT TO:',
    ]);
    expect(receiptOf(result).uncertain).toEqual([
      'The types of the elements were read from the indents of the paragraphs',
    ]);
  });

  test('reads paragraphs without styles and indents by their words', () => {
    const body = ['INT. DECK - NIGHT', '', 'Engines.', '', 'MARA', 'Room four.', '', 'TOBIAS', 'No.'].map(
      (text) => para(text),
    );
    expect(linesOf(parseDocx({ document: document(body.join('')), styles: '' }))).toEqual([
      'scene_heading INT. DECK - NIGHT',
      'action Engines.',
      'character MARA',
      'dialogue Room four.',
      'character TOBIAS',
      'dialogue No.',
    ]);
  });

  test('reads comments at the elements of their paragraphs', () => {
    const start = (id: number) => `<w:commentRangeStart w:id="${id}"/>`;
    const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
    const body = [
      para(`${start(7)}${run('NIGHT')}`, '<w:pStyle w:val="TitlePageTitle"/>'),
      styled('INT. DECK - NIGHT', 'SceneHeading'),
      styled('MARA', 'Character'),
      para(start(1) + run('No.'), '<w:pStyle w:val="Dialogue"/>'),
      styled('MARA', 'Character'),
      para(`${run('No.')}<w:r><w:commentReference w:id="1"/></w:r>`, '<w:pStyle w:val="Dialogue"/>'),
      para(`${run('Rain.')}<w:r><w:commentReference w:id="2"/></w:r>`, '<w:pStyle w:val="Action"/>'),
      para(start(3)),
    ];
    const comment = (id: number, author: string, ...texts: string[]) =>
      `<w:comment w:id="${id}" w:author="${author}">${texts.map((text) => para(text)).join('')}</w:comment>`;
    const comments = word(
      'comments',
      [
        comment(1, 'Eddie', 'Longer?', 'Or not.'),
        comment(2, '', 'Colder.'),
        comment(3, 'Cora', 'End here.'),
        comment(7, 'Cora', 'Title?'),
      ].join(''),
    );
    const names = ['SceneHeading', 'Character', 'Dialogue', 'Action'];
    const styles = word(
      'styles',
      style('TitlePageTitle', 'Title Page Title') + names.map((name) => style(name, name)).join(''),
    );
    const result = parseDocx({ document: document(body.join('')), styles, comments });
    expect(result).toMatchObject({
      notes: [
        { elementIndex: null, text: 'Title?', author: 'Cora' },
        { elementIndex: 2, text: 'Longer?\nOr not.', author: 'Eddie' },
        { elementIndex: 5, text: 'Colder.', author: null },
        { elementIndex: 5, text: 'End here.', author: 'Cora' },
      ],
    });
    expect(receiptOf(result).kept).toEqual(['4 comments']);
  });

  test('reads comments at an element of several paragraphs without styles', () => {
    const mark = '<w:r><w:commentReference w:id="1"/></w:r>';
    const body = [
      para('INT. CAR DECK - NIGHT') + para(''),
      indented('MARA', 2880) + indented('Room four is the one with the', 1440),
      para(`<w:r><w:t>view.</w:t></w:r>${mark}`, '<w:ind w:left="1440"/>') + para(''),
      indented('TOBIAS', 2880) + indented('No.', 1440),
    ];
    const comments = word('comments', `<w:comment w:id="1">${para('Which?')}</w:comment>`);
    const result = parseDocx({ document: document(body.join('')), styles: '', comments });
    expect(linesOf(result)[2]).toBe('dialogue Room four is the one with the view.');
    expect(result).toMatchObject({ notes: [{ elementIndex: 2, text: 'Which?' }] });
  });

  test('leaves out text that was deleted with tracked changes', () => {
    const body = para(
      '<w:r><w:t>Engines </w:t></w:r><w:del><w:r><w:delText>roar</w:delText><w:t>roar</w:t></w:r></w:del><w:ins><w:r><w:t>hum.</w:t></w:r></w:ins>',
    );
    const result = parseDocx({ document: document(body), styles: '' });
    expect(linesOf(result)).toEqual(['action Engines hum.']);
    expect(receiptOf(result).uncertain).toContain('Text that was deleted with tracked changes was left out');
  });

  test('rejects a document that is no XML, and one without text', () => {
    expect(parseDocx({ document: '<w:document>', styles: '' })).toMatchObject({
      ok: false,
      kind: 'malformed-xml',
    });
    expect(parseDocx({ document: document(para('')), styles: '' })).toMatchObject({
      ok: false,
      kind: 'empty',
    });
  });
});

describe('parseRtf', () => {
  const rtf = (text: string) => parseRtf(new TextEncoder().encode(`{\\rtf1\\ansi\\ansicpg1252${text}}`));

  test('reads paragraphs by the names of their styles, with letters of any code', () => {
    const sheet = '{\\stylesheet{\\s1 Scene Heading;}{\\s2 Action;}{\\s3 Character;}{\\s4 Dialogue;}}';
    const text =
      "{\\fonttbl{\\f0 Courier;}}\\pard\\s1 Int. caf\\'e9 - night\\par\\pard\\s2 Engines {\\b hum}.\\par\\pard\\s3 Mara\\par\\pard\\s4 \\u8220?No\\u8221?\\par";
    expect(linesOf(rtf(sheet + text))).toEqual([
      'scene_heading INT. CAFÉ - NIGHT',
      'action Engines **hum**.',
      'character MARA',
      'dialogue “No”',
    ]);
  });

  test('reads paragraphs without styles by their indents', () => {
    const text =
      '\\pard INT. DECK - NIGHT\\par\\par Engines.\\par\\par\\pard\\li2880 MARA\\par\\pard\\li1440 No.\\par\\par\\pard\\li2880 TOBIAS\\par\\pard\\li1440 Yes.\\par';
    expect(linesOf(rtf(text))).toEqual([
      'scene_heading INT. DECK - NIGHT',
      'action Engines.',
      'character MARA',
      'dialogue No.',
      'character TOBIAS',
      'dialogue Yes.',
    ]);
  });

  test('reads groups without an end', () => {
    expect(linesOf(parseRtf(new TextEncoder().encode(`{\\rtf1 Engines.${'{'.repeat(5000)}`)))).toEqual([
      'action Engines.',
    ]);
  });
});

test('parseCeltx reads the classes of paragraphs', () => {
  const html =
    '<html><head><title>x</title></head><body><p class="sceneheading">int. car deck - night<br></p><p class="action">Engines <b>hum</b>.</p><p class="character">mara</p><p class="parenthetical">to nobody</p><p class="dialog">Room four.</p><p class="transition">cut to:</p></body></html>';
  expect(linesOf(parseCeltx(html))).toEqual(ferry);
});

test('parseHtml reads a web page by the indents of its paragraphs, without scripts and styles', () => {
  const html =
    '<!doctype html><html><style>p{}</style><script>let x = "<p>no</p>"</script><body><p>INT. DECK &ndash; NIGHT</p><p>Engines &amp; rain.</p><p style="margin-left: 2in">MARA</p><p style="margin-left:1in">No.</p><p style="margin-left: 2in">TOBIAS</p><p style="margin-left:1in">Yes.</p></body></html>';
  expect(linesOf(parseHtml(html))).toEqual([
    'scene_heading INT. DECK – NIGHT',
    'action Engines & rain.',
    'character MARA',
    'dialogue No.',
    'character TOBIAS',
    'dialogue Yes.',
  ]);
});

test('parseTrelby joins lines as the file marks them', () => {
  const file = [
    '#Version 3',
    '#Title-String 0.0,105.8,24,cb,Courier,,Night Ferry',
    '#Start-Script ',
    '.\\int. car deck - night',
    '>.Engines',
    '..hum.',
    '._mara',
    '.(to nobody',
    '|:Room',
    '.:four.',
    './cut to:',
  ].join('\n');
  const result = parseTrelby(file);
  expect(linesOf(result)).toEqual([
    'scene_heading INT. CAR DECK - NIGHT',
    'action Engines hum.',
    'character MARA',
    'parenthetical (to nobody)',
    'dialogue Room\nfour.',
    'transition CUT TO:',
  ]);
  expect(result).toMatchObject({ screenplay: { titlePage: { title: 'Night Ferry' } } });
});

describe('a file of many parts', () => {
  test('is rejected with more paragraphs than a script may have', () => {
    expect(parseHtml('<p>a'.repeat(130_000))).toMatchObject({
      ok: false,
      kind: 'too-large',
      message: 'The file has more than 100,000 paragraphs.',
    });
  });

  test('is read with any number of runs in a paragraph', () => {
    expect(parseHtml(`<p>${'a<i>b</i>'.repeat(100_000)}`)).toMatchObject({ ok: true });
  });
});
