import { describe, expect, test } from 'vitest';
import { defaultStyles, type ParagraphStyle } from '#screenplay/format.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { readPrintedScript } from '#screenplay/pdfImport/readPrintedScript.ts';
import { makePdf } from '#server/exporting/pdf/makePdf.ts';
import { pdfOf } from '#test/pdfFile.ts';
import { readPdf } from './readPdf.ts';
import { pdfTexts, readPdfPages } from './readPdfPages.ts';

const script = `Title: Night Ferry
Credit: Written by
Author: Mara Lind

INT. CAR DECK - NIGHT #12A#

Engines.  A truck -- old, _very_ old --
leans.

MARA
(to nobody)
Room four is the one with the view.

MARA
It **is**.

TOBIAS ^
No.

> THE END <

INT./EXT. 東京駅 - DAY

~Row, row~

    Set in by four.

CUT TO:
`;

function parsed(fountain: string) {
  const result = parseFountain(fountain);
  if (!result.ok) throw new Error(result.message);
  return result.screenplay;
}

const compared = (elements: ReturnType<typeof parsed>['elements']) =>
  elements.map(({ elementType, content, dual, originalType, sceneNumber, extras }) => ({
    elementType,
    content,
    dual,
    originalType,
    sceneNumber: sceneNumber ?? null,
    alignment: extras?.layout?.alignment ?? null,
  }));

async function printed(fountain: string, format = {}) {
  const screenplay = parsed(fountain);
  const changed = { ...screenplay, format: { ...screenplay.format, sceneNumbersShown: true, ...format } };
  return { screenplay: changed, pdf: await makePdf({ ...changed, title: 'Night Ferry' }) };
}

describe('readPdf', () => {
  test.each(['letter', 'a4'] as const)('reads the same elements from our own print on %s', async (paper) => {
    const { screenplay, pdf } = await printed(script, { paper });
    const result = await readPdf(pdf);
    if (!result.ok) throw new Error(result.message);
    expect(compared(result.screenplay.elements)).toEqual(compared(screenplay.elements));
    expect(result.screenplay.titlePage).toMatchObject({ title: 'NIGHT FERRY', author: 'Mara Lind' });
    expect(result.screenplay.format).toMatchObject({ paper, sceneNumbersShown: true });
    expect(result.receipt.uncertain).toEqual([]);
  });

  test('reads an element from our own print that begins with an empty line', async () => {
    const action = { ...defaultStyles.Action, rightInches: 4 } as ParagraphStyle;
    const indented = `Rain.\n\n${' '.repeat(47)}More rain.\n`;
    const { screenplay, pdf } = await printed(indented, { styles: { ...defaultStyles, Action: action } });
    const result = await readPdf(pdf);
    if (!result.ok) throw new Error(result.message);
    expect(compared(result.screenplay.elements)).toEqual(compared(screenplay.elements));
  });

  test('reads paragraphs and speeches of many pages without the tags, too', async () => {
    const scene = (at: number) =>
      `INT. CABIN ${at} - NIGHT\n\nThe ferry turns, and the lights of the town go out, one after another, until nobody on board can tell the sea from the sky.\n\nMARA\n${'Nobody sails at night. '.repeat(1 + (at % 9))}\n\n`;
    const { screenplay, pdf } = await printed(Array.from({ length: 60 }, (_, at) => scene(at)).join(''));
    const pages = await readPdfPages(pdf);
    expect(pages.length).toBeGreaterThan(10);
    const untagged = pages.map((page) => ({
      ...page,
      runs: page.runs.map((run) => ({ ...run, tag: null, markId: 0 })),
    }));
    const result = readPrintedScript(untagged);
    if (!result.ok) throw new Error(result.message);
    expect(compared(result.screenplay.elements)).toEqual(compared(screenplay.elements));
  });

  test.each([
    ['a page with a picture and no text', pdfOf(['q 100 0 0 100 0 0 cm Q']), pdfTexts.scan],
    ['a file that ends in the middle', pdfOf(['BT (x) Tj ET']).subarray(0, 60), pdfTexts.damaged],
    ['nothing but a first line', Buffer.from('%PDF-1.7\n'), pdfTexts.damaged],
  ])('rejects %s with what to do', async (_what, bytes, text) => {
    expect(await readPdf(bytes)).toMatchObject({ ok: false, message: text });
  });

  test('rejects a PDF with more pages than a script has', async () => {
    const pages = Array.from({ length: 1501 }, () => 'BT ET');
    expect(await readPdf(pdfOf(pages))).toMatchObject({ ok: false, message: pdfTexts.tooLarge });
  });
});
