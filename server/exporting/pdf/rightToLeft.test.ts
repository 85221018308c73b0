import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { emptyTitlePage, type ScriptElement } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { action, cue, dialogueLine } from '#test/script.ts';
import { makePdf } from './makePdf.ts';

const inch = 72;
const hebrew = 'הגשם יורד על הנמל.';
const arabic = 'المطر يهطل على الميناء.';

interface PrintedText {
  text: string;
  /** Inches from the left edge of the paper. */
  left: number;
  right: number;
  line: number;
}

/** Return the pieces of text of the page behind the title page. */
async function textsOf(elements: ScriptElement[]): Promise<PrintedText[]> {
  const script = { elements, format: defaultFormat, titlePage: emptyTitlePage, title: 'Night Ferry' };
  const task = getDocument({ data: new Uint8Array(await makePdf(script)), verbosity: 0 });
  const page = await (await task.promise).getPage(2);
  const texts = (await page.getTextContent()).items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , x, y] = item.transform.map(Number);
    if (x === undefined || y === undefined) throw new Error('Text without a position');
    return [{ text: item.str, left: x / inch, right: (x + item.width) / inch, line: y }];
  });
  await task.destroy();
  return texts;
}

/** Return the ends of each line, from the top. */
async function linesOf(elements: ScriptElement[]) {
  const texts = await textsOf(elements);
  return [...new Set(texts.map(({ line }) => line))]
    .sort((a, b) => b - a)
    .map((height) => texts.filter(({ line }) => line === height))
    .map((line) => ({
      left: Math.min(...line.map(({ left }) => left)),
      right: Math.max(...line.map(({ right }) => right)),
    }));
}

test.each([
  ['Hebrew', hebrew],
  ['Arabic', arabic],
])('makePdf sets %s flush right: action at the margin, dialogue in its column', async (_name, text) => {
  const [inAction, inDialogue] = await linesOf([action(text), dialogueLine(text)]);
  expect(inAction?.right).toBeCloseTo(7.5, 1);
  expect(inDialogue?.right).toBeCloseTo(6, 1);
  expect(inAction?.left).toBeGreaterThan(4.5);
});

test('makePdf leaves a paragraph that begins with a Latin letter at the left', async () => {
  const [line] = await linesOf([action(`Mara: ${hebrew}`)]);
  expect(line?.left).toBeCloseTo(1.5, 1);
});

test('makePdf keeps a cue in the middle of the page', async () => {
  const [line] = await linesOf([cue('מרה'), dialogueLine(hebrew)]);
  expect(line?.left).toBeCloseTo(3.5, 1);
});

test.each([
  ['הגשם **Night Ferry** יורד.', ['יורד', 'Night', 'הגשם']],
  ['הגשם\nNight **Ferry** now.', ['Night', 'Ferry', 'now']],
])('makePdf keeps the order of mixed scripts: %s', async (content, fromTheLeft) => {
  const texts = await textsOf([action(content)]);
  const leftOf = (word: string) => texts.find(({ text }) => text.includes(word))?.left ?? Number.NaN;
  expect(fromTheLeft.toSorted((a, b) => leftOf(a) - leftOf(b))).toEqual(fromTheLeft);
  expect(fromTheLeft.map(leftOf)).not.toContain(Number.NaN);
});
