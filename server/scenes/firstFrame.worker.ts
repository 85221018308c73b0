import { smallJpeg } from '#server/lib/smallJpeg.ts';
import { answerOrders } from '#server/lib/thread.ts';
import type { FrameOrder } from './firstFrame.ts';

/** Makes one picture small after the other. */
answerOrders<FrameOrder, Uint8Array>(({ bytes, maxWidth, maxHeight }) =>
  smallJpeg(bytes, maxWidth, maxHeight),
);
