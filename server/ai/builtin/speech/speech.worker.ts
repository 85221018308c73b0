import { answerOrders } from '#server/lib/thread.ts';
import { type SpeechAnswer, type SpeechOrder, speakFile } from './speakFile.ts';

/** Speaks one text after the other, in the order in which they were asked for. */
answerOrders<SpeechOrder, SpeechAnswer>(speakFile, (answer) =>
  answer.type === 'file' ? [answer.bytes.buffer] : [],
);
