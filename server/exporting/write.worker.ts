import { smallJpeg } from '#server/lib/smallJpeg.ts';
import { answerOrders } from '#server/lib/thread.ts';
import { boardPictureOf } from './storyboard/boardPicture.ts';
import { makeBoardPdf } from './storyboard/makeBoardPdf.ts';
import type { WrittenFile } from './writeScriptFile.ts';
import { findChanges, type WriterOrder, writeScript } from './writing.ts';

/** Write files one at a time, in the order of the requests. */
answerOrders<WriterOrder, WrittenFile>(
  async (order) => {
    switch (order.format) {
      case 'storyboard': {
        const frames = order.frames.map((frame) => ({
          ...frame,
          picture: frame.picture && boardPictureOf(frame.picture),
        }));
        return { bytes: new Uint8Array(await makeBoardPdf({ ...order, frames })), losses: [] };
      }
      case 'issue':
        return findChanges(order);
      case 'picture':
        return { bytes: await smallJpeg(order.bytes, order.maxWidth), losses: [] };
      case 'comparison': {
        const { makeComparisonPdf } = await import('./pdf/makeComparisonPdf.ts');
        return { bytes: new Uint8Array(await makeComparisonPdf(order)), losses: [] };
      }
      default:
        return writeScript(order);
    }
  },
  ({ bytes }) => [bytes.buffer],
);
