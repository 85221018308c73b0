import { smallJpeg } from '#server/lib/smallJpeg.ts';
import { answerOrders } from '#server/lib/thread.ts';
import { makePdf } from './pdf/makePdf.ts';
import { boardPictureOf } from './storyboard/boardPicture.ts';
import { makeBoardPdf } from './storyboard/makeBoardPdf.ts';
import { screenplayIn, textFile, type WriterOrder } from './writing.ts';

/** Write files one at a time, in the order of the requests. */
answerOrders<WriterOrder, Uint8Array<ArrayBuffer>>(
  async (order) => {
    switch (order.format) {
      // Copy the bytes: a small file may be part of Node's shared buffer pool, which cannot be
      // transferred.
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
