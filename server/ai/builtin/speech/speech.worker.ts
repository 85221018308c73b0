import { answerOrders } from '#server/lib/thread.ts';
import { type SpeechAnswer, type SpeechOrder, speakFile } from './speakFile.ts';

/** Speak texts one at a time, in the order of the requests. */
answerOrders<SpeechOrder, SpeechAnswer>(speakFile, (answer) =>
  answer.type === 'file' ? [answer.bytes.buffer] : [],
);
