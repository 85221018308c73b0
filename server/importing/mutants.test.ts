import { expect, test } from 'vitest';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { makePdf } from '#server/exporting/pdf/makePdf.ts';
import { pdfOf } from '#test/pdfFile.ts';
import { zipOf } from '#test/zipFile.ts';
import { readScriptFile } from './readScript.ts';

/*
 * Damaged files of every format: reading one is a script or a reason, never an exception, and ends
 * within the time of a test. MUTANTS=10000 makes more of them.
 */
const mutants = Number(process.env.MUTANTS ?? 60);

const word = (text: string) =>
  `<w:p><w:pPr><w:ind w:left="1440"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const osf =
  '<document type="Open Screenplay Format document"><paragraphs><para><style basestyle="Character"/><text bold="1">MARA</text></para></paragraphs></document>';

async function printedScript(): Promise<Uint8Array> {
  const read = parseFountain(
    'Title: Ferry\n\nINT. DECK - NIGHT\n\nEngines, _old_ ones.\n\nMARA\n(low)\nHello.\n',
  );
  if (!read.ok) throw new Error(read.message);
  return makePdf({ ...read.screenplay, title: 'Ferry' });
}

const files: [name: string, make: () => Promise<Uint8Array>][] = [
  ['our PDF', printedScript],
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
];

/** Pseudo-random numbers from 0 to below 1, the same in each run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Change, remove, repeat or swap bytes at random. */
function mutantOf(bytes: Uint8Array, roll: () => number): Uint8Array {
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

test.each(files)('reads or rejects damaged files of %s', async (_name, make) => {
  const bytes = await make();
  expect(await readScriptFile('script', [bytes])).toMatchObject({ ok: true });
  const roll = dice(29);
  for (let count = 0; count < mutants; count++) {
    const mutant = mutantOf(bytes, roll);
    const result = await readScriptFile('script', [mutant]);
    if (!result.ok) expect(result.message).toMatch(/^[A-Z“][\s\S]*[.!?]$/);
  }
});
