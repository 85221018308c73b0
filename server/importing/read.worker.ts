import { answerOrders } from '#server/lib/thread.ts';
import { type ReadAnswer, type ReadOrder, readAndPrepare } from './reading.ts';

/** Parse files one at a time, in the order of the requests. */
answerOrders<ReadOrder, ReadAnswer>(readAndPrepare);
