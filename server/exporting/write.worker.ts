import { smallJpeg } from '#server/lib/smallJpeg.ts';
import { answerOrders } from '#server/lib/thread.ts';
import { makePdf } from './pdf/makePdf.ts';
import { boardPictureOf } from './storyboard/boardPicture.ts';
import { makeBoardPdf } from './storyboard/makeBoardPdf.ts';
import { screenplayIn, textFile, type WriterOrder } from './writing.ts';

/** Writes one file after the other, in the order in which they were asked for. */
answerOrders<WriterOrder, Uint8Array<ArrayBuffer>>(
  async (order) => {
    switch (order.format) {
      // A copy of its own: a small file may lie in memory that Node shares among buffers and never hands over.
      case 'pdf':
        return new Uint8Array(await makePdf({ ...screenplayIn(order), title: order.title }));
      case 'storyboard': {
        const frames = order.frames.map((frame) => ({
          ...frame,
          picture: frame.picture && boardPictureOf(frame.picture),
        }));
        return new Uint8Array(await makeBoardPdf({ ...order, frames }));
      }
      case 'picture':
        return smallJpeg(order.bytes, order.maxWidth);
      default:
        return textFile(order);
    }
  },
  (file) => [file.buffer],
);
