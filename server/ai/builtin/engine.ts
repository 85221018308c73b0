import type {
  Analysis,
  Answer,
  Picture,
  PictureEngine,
  PictureOrder,
  Question,
  Run,
  TextEngine,
  Usage,
} from '../models.ts';

/** What is built in: it works from the facts of a question and needs no key. */
export interface BuiltinEngine {
  /** The answer, in pieces as they may be shown. */
  reply(question: Question): Iterable<string> | AsyncIterable<string>;
  /** Data that fits question.shape. */
  analyse(question: Question): unknown;
  draw(order: PictureOrder): Picture | Promise<Picture>;
}

const identity = { service: 'openai', model: 'built-in', isBuiltIn: true, destination: null } as const;
const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, isEstimated: false };

export function builtinText(engine: BuiltinEngine): TextEngine {
  return {
    ...identity,
    async reply(question: Question, run: Run): Promise<Answer<string>> {
      let value = '';
      for await (const piece of engine.reply(question)) {
        if (run.signal.aborted) return { value, usage: nothingUsed, ending: 'stopped', details: {} };
        value += piece;
        run.onText(piece);
      }
      return whole(value);
    },
    async analyse<T>(question: Analysis<T>): Promise<Answer<T>> {
      return whole(question.shape.parse(await engine.analyse(question)));
    },
  };
}

export function builtinPictures(engine: BuiltinEngine): PictureEngine {
  return { ...identity, draw: async (order) => whole(await engine.draw(order)) };
}

function whole<T>(value: T): Answer<T> {
  return { value, usage: nothingUsed, ending: 'whole', details: {} };
}
