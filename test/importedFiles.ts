import { parseFountain } from '#screenplay/fountain/parse.ts';
import { makePdf } from '#server/exporting/pdf/makePdf.ts';
import { pdfOf } from '#test/pdfFile.ts';
import { zipOf } from '#test/zipFile.ts';

const word = (text: string) =>
  `<w:p><w:pPr><w:ind w:left="1440"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const osf =
  '<document type="Open Screenplay Format document"><paragraphs><para><style basestyle="Character"/><text bold="1">MARA</text></para></paragraphs></document>';

async function printed(fountain: string): Promise<Uint8Array> {
  const read = parseFountain(fountain);
  if (!read.ok) throw new Error(read.message);
  return makePdf({ ...read.screenplay, title: 'Ferry' });
}

const fdx = (content: string) =>
  `<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="5"><Content>${content}</Content></FinalDraft>`;

/** A small script in each format that can be imported. */
export const importedFiles: [name: string, make: () => Promise<Uint8Array>][] = [
  [
    'Final Draft',
    async () =>
      Buffer.from(
        fdx(
          '<Paragraph Type="Scene Heading" Number="1"><Text>INT. DECK</Text></Paragraph><Paragraph Type="Action"><Text Style="Bold">Engines.</Text></Paragraph>',
        ),
      ),
  ],
  [
    'our PDF',
    () => printed('Title: Ferry\n\nINT. DECK - NIGHT\n\nEngines, _old_ ones.\n\nMARA\n(low)\nHello.\n'),
  ],
  ['a PDF from right to left', () => printed('INT. נמל - DAY\n\nהגשם יורד על Night Ferry ועל הנמל.\n')],
  [
    'a plain PDF',
    async () => pdfOf(['BT /F1 12 Tf 108 700 Td (INT. DECK - NIGHT) Tj 0 -24 Td (Engines hum.) Tj ET']),
  ],
  [
    'Word',
    () =>
      zipOf({
        'word/document.xml': `<w:document><w:body>${word('INT. DECK')}${word('Rain.')}</w:body></w:document>`,
      }),
  ],
  ['Fade In', () => zipOf({ 'document.xml': osf })],
  ['Highland', () => zipOf({ 'a.textbundle/text.md': 'INT. DECK - NIGHT\n\nEngines.\n' })],
  [
    'Celtx',
    () =>
      zipOf({
        'project.rdf': '<rdf/>',
        'script-a.html':
          '<html><body><p class="sceneheading">INT. DECK</p><p class="action">Rain.</p></body></html>',
      }),
  ],
  ['OSF', async () => Buffer.from(osf)],
  [
    'Rich Text',
    async () =>
      Buffer.from(
        "{\\rtf1\\ansi{\\stylesheet{\\s1 Action;}}\\pard\\s1\\li1440 Caf\\'e9 {\\b hum}\\u8220?\\par}",
      ),
  ],
  [
    'a web page',
    async () =>
      Buffer.from(
        '<!doctype html><html><body><p class="x" style="margin-left:1in">A &amp; b</p></body></html>',
      ),
  ],
  ['Trelby', async () => Buffer.from('#Version 3\n#Start-Script \n.\\int. deck\n..Engines.\n')],
  ['Fountain', async () => Buffer.from('INT. DECK - NIGHT\n\nEngines.\n\nMARA\nHello.\n')],
  [
    'plain text and Markdown',
    async () => Buffer.from('# Ferry\n\n**INT. DECK**\n\n> Rain <\n\n- Engines.\n'),
  ],
];

/** Files that are rejected with a way to convert them. */
export const unreadableFiles: [name: string, make: () => Promise<Uint8Array>][] = [
  ['Story Architect', async () => Buffer.from(`SQLite format 3\0${'a'.repeat(400)}`)],
  ['several scripts', () => zipOf({ 'one.fountain': 'INT. DECK\n\nRain.', 'two.fdx': fdx('') })],
  ['Pages', () => zipOf({ 'Index/Document.iwa': 'a', 'preview.jpg': 'b' })],
];

/** Pseudo-random numbers from 0 to below 1, the same in each run. */
export function mutationDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Change, remove, repeat or swap bytes at random. */
export function mutantOf(bytes: Uint8Array, roll: () => number): Uint8Array {
  let mutant = Buffer.from(bytes);
  const changes = 1 + Math.floor(roll() * 8);
  for (let change = 0; change < changes; change++) {
    const at = Math.floor(roll() * mutant.length);
    const length = 1 + Math.floor(roll() * 40);
    const kind = Math.floor(roll() * 4);
    if (kind === 0) mutant[at] = Math.floor(roll() * 256);
    else if (kind === 1) mutant = Buffer.concat([mutant.subarray(0, at), mutant.subarray(at + length)]);
    else if (kind === 2) {
      const copied = mutant.subarray(at, at + length);
      mutant = Buffer.concat([
        mutant.subarray(0, at),
        ...Array<Buffer>(20).fill(copied),
        mutant.subarray(at),
      ]);
    } else mutant = mutant.subarray(0, Math.max(1, at));
  }
  return mutant;
}

/**
 * Return files that are valid in parts and hard to read: a line, a nesting and a repetition of
 * `size` bytes in each format.
 */
export function hostileFiles(size: number): [name: string, make: () => Promise<Uint8Array> | Uint8Array][] {
  const line = 'x'.repeat(size);
  const words = 'word '.repeat(size / 5);
  const repeated = (text: string) => text.repeat(Math.floor(size / text.length));
  const text = (content: string) => () => Buffer.from(content);
  const wordFile = (body: string) => () =>
    // Equal letters are rejected if they are compressed.
    zipOf({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` }, { compress: false });
  const osfFile = (body: string) =>
    `<document type="Open Screenplay Format document"><paragraphs>${body}</paragraphs></document>`;
  const entities = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  return [
    ['Final Draft of one line', text(fdx(`<Paragraph><Text>${words}</Text></Paragraph>`))],
    ['Final Draft of short paragraphs', text(fdx(repeated('<Paragraph><Text>a</Text></Paragraph>')))],
    ['Final Draft of unknown content', text(fdx(`<Paragraph><Other>${words}</Other></Paragraph>`))],
    ['Final Draft of nested elements', text(fdx(repeated('<Paragraph>')))],
    ['a PDF of one line', () => pdfOf([`BT /F1 12 Tf 108 700 Td (${words}) Tj ET`])],
    ['a PDF of letters', () => pdfOf([`BT /F1 12 Tf 108 700 Td ${repeated('(a) Tj 9 0 Td ')} ET`])],
    [
      'a PDF of objects',
      () => Buffer.concat([pdfOf(['BT ET']), Buffer.from(repeated('9 0 obj null endobj\n'))]),
    ],
    ['a PDF of open arrays', () => pdfOf([`BT ${repeated('[')} ET`])],
    [
      'a zip in a zip',
      async () => zipOf({ 'a.zip': await zipOf({ 'a.fountain': words }) }, { compress: false }),
    ],
    ['Highland of equal letters', () => zipOf({ 'text.md': 'a'.repeat(size * 20) })],
    [
      'Celtx of paragraphs',
      () =>
        zipOf(
          { 'project.rdf': '<rdf/>', 'script-a.html': `<html><body>${repeated('<p class="action">a')}` },
          { compress: false },
        ),
    ],
    ['Fountain of one line', text(line)],
    ['Fountain of open marks', text(repeated('*_ '))],
    ['Fountain of open notes', text(repeated('[['))],
    ['Fountain of blank lines', text(`Rain.${'\n'.repeat(size)}Mist.`)],
    ['Fountain of one note', text(`Rain.\n\n[[${words}]]\n\nMist.`)],
    ['Fountain of one cut passage', text(`Rain.\n\n/*${words}*/\n\nMist.`)],
    ['Fountain of one section', text(`Rain.\n\n# ${words}\n\nMist.`)],
    ['Fountain of a long title', text(`Title: ${words}\n\nRain.`)],
    ['OSF of one line', text(osfFile(`<para><style basestyle="Action"/><text>${words}</text></para>`))],
    [
      'OSF of short paragraphs',
      text(osfFile(repeated('<para><style basestyle="Action"/><text>a</text></para>'))),
    ],
    ['OSF of nested elements', text(osfFile(repeated('<para>')))],
    ['OSF of entities', text(`<?xml version="1.0"?>${entities}${osfFile('<para><text>&b;</text></para>')}`)],
    ['Word of one line', wordFile(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`)],
    ['Word of nested tables', wordFile(repeated('<w:tbl><w:tr><w:tc>'))],
    ['Word of empty paragraphs', wordFile(repeated('<w:p/>'))],
    ['Word of short paragraphs', wordFile(repeated('<w:p><w:r><w:t>a</w:t></w:r></w:p>'))],
    ['Word of indented paragraphs', wordFile(repeated(`${word('a')}<w:p><w:r><w:t>b</w:t></w:r></w:p>`))],
    [
      'Word of cells',
      wordFile(`<w:tbl>${repeated('<w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>')}</w:tbl>`),
    ],
    ['Rich Text of groups', text(`{\\rtf1 ${repeated('{')}`)],
    ['Rich Text of one line', text(`{\\rtf1 ${words}}`)],
    ['Rich Text of short paragraphs', text(`{\\rtf1 ${repeated('a\\par ')}}`)],
    ['Rich Text of controls', text(`{\\rtf1 ${repeated('\\b')}}`)],
    ['a web page of open tags', text(`<!doctype html><html>${repeated('<p class="')}`)],
    ['a web page of references', text(`<!doctype html><html><p>${repeated('&amp;')}`)],
    ['a web page of short paragraphs', text(`<!doctype html><html>${repeated('<p>a')}`)],
    ['a web page of open comments', text(`<!doctype html><html>${repeated('<!--')}`)],
    ['Trelby of one line', text(`#Version 3\n#Start-Script \n..${words}\n`)],
    ['Trelby of short lines', text(`#Version 3\n#Start-Script \n${repeated('..\n')}`)],
  ];
}
