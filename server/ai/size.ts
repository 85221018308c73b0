import { z } from 'zod';
import { spokenCharacters } from '#engines/sound/spokenKey.ts';
import type { Analysis, ModelQuestion } from './models.ts';

/** Estimated size of a call before it is made. */
export interface QuestionSize {
  /** Likely number of input tokens. */
  likelyInputTokens: number;
  /** Input tokens that are reserved, and shown as the maximum cost. */
  maxInputTokens: number;
  maxOutputTokens: number;
  /** Characters of spoken text. */
  characters: number;
}

export const noSize: QuestionSize = {
  likelyInputTokens: 0,
  maxInputTokens: 0,
  maxOutputTokens: 0,
  characters: 0,
};

/** Return the size of a text to be spoken. */
export function speechSize(text: string): QuestionSize {
  return { ...noSize, characters: spokenCharacters(text) };
}

/** Tokens for roles and separators that the model's format adds around each message. */
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

/** Estimate tokens: about four characters each in English prose. */
export function likelyTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * Estimate the maximum of tokens at three bytes each. This leaves room for capitals, names and
 * other writing systems. A text that needs more costs no more than was shown, because a charge
 * never exceeds its reservation.
 */
function maxTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/**
 * Return the JSON schema for the model. It describes the input of the zod schema, since transforms
 * run here.
 */
export function jsonSchemaOf(shape: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
