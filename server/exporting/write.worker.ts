import { answerOrders } from '#server/lib/thread.ts';
import { makePdf } from './pdf/makePdf.ts';
import { type ExportOrder, screenplayIn, textFile } from './writing.ts';

/** Writes one file after the other, in the order in which they were asked for. */
answerOrders<ExportOrder, Uint8Array<ArrayBuffer>>(
  async (order) => {
    if (order.format !== 'pdf') return textFile(order);
    // A copy of its own: a small file may lie in memory that Node shares among buffers and never hands over.
    return new Uint8Array(await makePdf({ ...screenplayIn(order), title: order.title }));
  },
  (file) => [file.buffer],
);
