import type {
  Analysis,
  ModelAnswer,
  ModelPicture,
  ModelQuestion,
  ModelRun,
  PictureEngine,
  PictureRequest,
  TextEngine,
  Usage,
} from '../models.ts';

/** What is built in: it works from the facts of a question and needs no key. */
export interface BuiltinEngine {
  /** The answer, in pieces as they may be shown. */
  reply(question: ModelQuestion): Iterable<string> | AsyncIterable<string>;
  /** Data that fits question.shape. */
  analyse(question: ModelQuestion): unknown;
  draw(order: PictureRequest): ModelPicture | Promise<ModelPicture>;
}

const identity = { service: 'openai', model: 'built-in', isBuiltIn: true, destination: null } as const;
const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, isEstimated: false };

export function builtinText(engine: BuiltinEngine): TextEngine {
  return {
    ...identity,
    async reply(question: ModelQuestion, run: ModelRun): Promise<ModelAnswer<string>> {
      let value = '';
      for await (const piece of engine.reply(question)) {
        if (run.signal.aborted) return { value, usage: nothingUsed, ending: 'stopped', details: {} };
        value += piece;
        run.onText(piece);
      }
      return whole(value);
    },
    async analyse<T>(question: Analysis<T>): Promise<ModelAnswer<T>> {
      return whole(question.shape.parse(await engine.analyse(question)));
    },
  };
}

export function builtinPictures(engine: BuiltinEngine): PictureEngine {
  return { ...identity, draw: async (order) => whole(await engine.draw(order)) };
}

function whole<T>(value: T): ModelAnswer<T> {
  return { value, usage: nothingUsed, ending: 'whole', details: {} };
}
