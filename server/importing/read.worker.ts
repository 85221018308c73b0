import { answerOrders } from '#server/lib/thread.ts';
import { type ReadAnswer, type ReadOrder, readAndPrepare } from './reading.ts';

/** Reads one file after the other, in the order in which they were sent. */
answerOrders<ReadOrder, ReadAnswer>(async (order) => readAndPrepare(order));
