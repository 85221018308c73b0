import { parentPort } from 'node:worker_threads';
import { makePdf } from './pdf/makePdf.ts';
import type { PdfAnswer, PdfOrder } from './pdf.ts';

/** Makes one PDF after the other, in the order in which they were asked for. */
parentPort?.on('message', async ({ orderId, input }: PdfOrder) => {
  try {
    const pdf = await makePdf(input);
    answer({ orderId, pdf }, [pdf.buffer as ArrayBuffer]);
  } catch (error) {
    answer({ orderId, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function answer(message: PdfAnswer, transfer: ArrayBuffer[] = []) {
  parentPort?.postMessage(message, transfer);
}
