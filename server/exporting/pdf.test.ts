import { afterEach, expect, test } from 'vitest';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { action, heading } from '#test/script.ts';
import { PdfPrinter } from './pdf.ts';

const printers: PdfPrinter[] = [];
afterEach(async () => {
  for (const printer of printers.splice(0)) await printer.close();
});

function aPrinter(): PdfPrinter {
  const printer = new PdfPrinter();
  printers.push(printer);
  return printer;
}

const nightFerry = {
  elements: [heading('INT. CAR DECK - NIGHT'), action('Engines.')],
  format: defaultFormat,
  titlePage: emptyTitlePage,
  title: 'Night Ferry',
};
const head = (pdf: Uint8Array) => Buffer.from(pdf.subarray(0, 8)).toString('latin1');

/** What cannot be printed, whatever it says it is. */
const unprintable = { ...nightFerry, elements: [{ ...action('x'), content: 7 as unknown as string }] };

test('orders that come together are answered each with its own file', async () => {
  const printer = aPrinter();
  const titles = ['one', 'two', 'three', 'four', 'five'];
  const files = await Promise.all(titles.map((title) => printer.print({ ...nightFerry, title })));
  for (const [i, file] of files.entries()) {
    expect(head(file)).toBe('%PDF-1.7');
    expect(Buffer.from(file).toString('latin1')).toContain(`>${titles[i]}<`);
  }
});

test('a file is handed over in memory of its own', async () => {
  const pdf = await aPrinter().print(nightFerry);
  expect(pdf.byteLength).toBe(pdf.buffer.byteLength);
});

test('a script that cannot be printed fails alone, and says so', async () => {
  const printer = aPrinter();
  const orders = [printer.print(nightFerry), printer.print(unprintable), printer.print(nightFerry)];
  const [first, second, third] = await Promise.allSettled(orders);
  expect(first?.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
  expect(third?.status).toBe('fulfilled');
});

test('no more than forty scripts wait', async () => {
  const printer = aPrinter();
  const orders = Array.from({ length: 40 }, () => printer.print(nightFerry));
  expect(() => printer.print(nightFerry)).toThrow('Many scripts are being exported just now.');
  expect(() => printer.print(nightFerry)).toThrow(expect.objectContaining({ status: 503 }));
  expect(await Promise.all(orders)).toHaveLength(40);
  expect(head(await printer.print(nightFerry))).toBe('%PDF-1.7');
});

test('whoever waits when the printer closes hears of it; the next order opens it again', async () => {
  const printer = aPrinter();
  const waiting = printer.print(nightFerry);
  const heard = expect(waiting).rejects.toThrow('The thread that makes PDFs ended');
  await printer.close();
  await heard;
  expect(head(await printer.print(nightFerry))).toBe('%PDF-1.7');
});
