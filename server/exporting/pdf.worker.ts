import { parentPort } from 'node:worker_threads';
import { makePdf } from './pdf/makePdf.ts';
import type { PdfAnswer, PdfOrder } from './pdf.ts';

/** Makes one PDF after the other, in the order in which they were asked for. */
parentPort?.on('message', async ({ orderId, input }: PdfOrder) => {
  try {
    // A copy of its own: a small file may lie in memory that Node shares among buffers and never hands over.
    const pdf = new Uint8Array(await makePdf(input));
    answer({ orderId, pdf }, [pdf.buffer]);
  } catch (error) {
    answer({ orderId, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function answer(message: PdfAnswer, transfer: ArrayBuffer[] = []) {
  parentPort?.postMessage(message, transfer);
}
