import { z } from 'zod';
import { spokenCharacters } from '#sound/spokenKey.ts';
import type { Analysis, ModelQuestion } from './models.ts';

/** How much a call may use, before it is made. */
export interface QuestionSize {
  /** What the text comes to in all likelihood. */
  likelyInputTokens: number;
  /** What is held for it, and shown as the most that it costs. */
  maxInputTokens: number;
  maxOutputTokens: number;
  /** Of text that is spoken. */
  characters: number;
}

export const noSize: QuestionSize = {
  likelyInputTokens: 0,
  maxInputTokens: 0,
  maxOutputTokens: 0,
  characters: 0,
};

/** Of words that are spoken. */
export function speechSize(text: string): QuestionSize {
  return { ...noSize, characters: spokenCharacters(text) };
}

/** Roles and separators that a model's own format puts around each message. */
const tokensAround = 8;

export function questionSize(question: ModelQuestion | Analysis<unknown>): QuestionSize {
  const texts = [question.system, ...question.messages.map(({ content }) => content)];
  if ('shape' in question) texts.push(JSON.stringify(jsonSchemaOf(question.shape)));
  const around = texts.length * tokensAround;
  return {
    likelyInputTokens: sum(texts.map(likelyTokens)) + around,
    maxInputTokens: sum(texts.map(maxTokens)) + around,
    maxOutputTokens: question.maxOutputTokens,
    characters: 0,
  };
}

/** Four characters are a token, roughly, in English prose. */
export function likelyTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * Three bytes a token, which leaves room above prose for capitals, names and other scripts. A text that needs more all
 * the same costs its writer no more than was shown: a charge ends at what was held.
 */
function maxTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/** What a model is told of a shape: what goes in, since transforms happen here. */
export function jsonSchemaOf(shape: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
