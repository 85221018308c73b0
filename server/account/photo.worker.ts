import { answerOrders } from '#server/lib/thread.ts';
import { squarePicture } from './squarePicture.ts';

/** Makes one photo small after the other. */
answerOrders<Uint8Array, Awaited<ReturnType<typeof squarePicture>>>(squarePicture);
