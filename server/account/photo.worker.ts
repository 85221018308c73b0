import { answerOrders } from '#server/lib/thread.ts';
import { squarePicture } from './squarePicture.ts';

/** Scale photos one at a time. */
answerOrders<Uint8Array, Awaited<ReturnType<typeof squarePicture>>>(squarePicture);
