import type { AskedAbout } from './asked.ts';

/** One kind of question: the words it is known by, and its answer; null where it turns out to be another kind. */
export interface DoctorQuestion {
  fits: RegExp;
  reply(asked: AskedAbout): string | null;
}
