import type { PaginatedScript } from './paginated.ts';
import type { Problem } from './problem.ts';

/** Return scene numbers that occur twice, and scenes without one in a numbered script. */
export function numberProblems({ scenes, numbers, pageOf }: PaginatedScript): Problem[] {
  const firsts = new Map<string, number>();
  const problems: Problem[] = [];
  for (const [index, { first, heading }] of scenes.entries()) {
    const number = numbers[index] ?? null;
    const add = (type: string, text: string) =>
      problems.push({ type, element: first, page: pageOf(first), text });
    if (number === null) {
      add('missing-number', `“${heading}” has no number, although other scenes have one.`);
      continue;
    }
    const earlier = firsts.get(number.toUpperCase());
    if (earlier === undefined) firsts.set(number.toUpperCase(), index);
    else
      add('repeated-number', `Scene ${number} occurs twice: “${scenes[earlier]?.heading}” and “${heading}”.`);
  }
  return problems;
}
