import { smallJpeg } from '#server/lib/smallJpeg.ts';
import { answerOrders } from '#server/lib/thread.ts';
import type { FrameOrder } from './firstFrame.ts';

/** Scale pictures one at a time. */
answerOrders<FrameOrder, Uint8Array>(({ bytes, maxWidth, maxHeight }) =>
  smallJpeg(bytes, maxWidth, maxHeight),
);
