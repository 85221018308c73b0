import type { NameFinder } from '#screenplay/facts/names.ts';
import { isShouted } from '#screenplay/language/sentences.ts';

const digits = /\d+(?:[.,:]\d+)*/g;
const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|first|second|third|half|twice|no|not|cannot|never|nobody|nothing)\b|n['’]t\b/gi;

/**
 * Check a rewrite, whichever rule made it. Names, numbers and negations must be those of the
 * original, and the text must be well formed. `drops` are keys of names that are left out on
 * purpose.
 */
export function isSafeRewrite(
  before: string,
  after: string,
  names: NameFinder,
  drops: readonly string[] = [],
): boolean {
  if (after.trim() === '' || after === before) return false;
  if (!isSame(before.match(digits) ?? [], after.match(digits) ?? [])) return false;
  if (!isSame(small(before.match(numberWord)), small(after.match(numberWord)))) return false;
  // A line in capitals may name characters that were in lower case before.
  const own = keysIn(isShouted(after) ? before.toUpperCase() : before, names).filter(
    (key) => !drops.includes(key),
  );
  if (
    !isSame(
      own,
      keysIn(after, names).filter((key) => !drops.includes(key)),
    )
  )
    return false;
  return isTidy(before, after);
}

function keysIn(text: string, names: NameFinder): string[] {
  return [...new Set(names.in(text).map(({ key }) => key))].sort();
}

function small(words: RegExpMatchArray | null): string[] {
  return (words ?? []).map((word) => (/^(?:n['’]t|cannot)$/i.test(word) ? 'not' : word.toLowerCase())).sort();
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

const slips = [/ {2,}/g, / [,.;!?](?!\.)/g, /,{2,}|,\./g, /\ba [aeio]\p{Ll}/giu];

/** Return whether a rewrite adds no double space, lost capital or stray comma. */
function isTidy(before: string, after: string): boolean {
  if (/^["'“‘(*_]*\p{Lu}/u.test(before) && /^["'“‘(*_]*\p{Ll}/u.test(after)) return false;
  if (/^[,.;:!?]/.test(after.trim()) && !/^[,.;:!?]/.test(before.trim())) return false;
  return slips.every((slip) => (after.match(slip)?.length ?? 0) <= (before.match(slip)?.length ?? 0));
}
