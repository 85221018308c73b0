import type { ParsedQuestion } from './asked.ts';

/**
 * One kind of question: the pattern that matches it, and its answer. The answer is null if it turns
 * out to be another kind.
 */
export interface DoctorQuestion {
  fits: RegExp;
  reply(asked: ParsedQuestion): string | null;
}
