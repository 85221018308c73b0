/** Score of a text for a query, and the matched characters. */
export interface FuzzyMatch {
  /** Higher is better; comparable between texts for one query. */
  score: number;
  /** Offsets of the matched characters, ascending. */
  at: number[];
}

/** Text prepared for matching many queries. */
export interface Matchable {
  /** Lower-case characters without accents: cafe matches Café. */
  chars: readonly string[];
  /** Whether a word starts there. */
  starts: readonly boolean[];
}

/** Longer texts are matched in their beginning only. */
const longest = 200;
const wordStart = 8;
const textStart = 4;
const follows = 6;
const wholeWord = 4;
const gapCost = 0.2;
const maxGap = 15;

/**
 * Match the characters of a query in order. Adjacent characters and word starts score higher; a
 * space in the query requires a word start. Returns null if they do not match.
 */
export function fuzzyMatch(query: string, text: string | Matchable): FuzzyMatch | null {
  const terms = termsOf(query);
  const { chars, starts } = typeof text === 'string' ? matchable(text) : text;
  if (terms.length === 0 || !holds(chars, terms)) return null;
  const scattered = bestFit(terms, chars, starts);
  return togetherIn(plainOf(query.trim()), chars, starts) ?? scattered;
}

/** Score of adjacent characters, above any score of scattered ones. */
const togetherStep = 16;

/**
 * Match the query as one piece from a word start. The whole text scores higher than its beginning,
 * and a whole word higher than a part. Returns null if there is no such piece.
 */
function togetherIn(
  query: readonly string[],
  chars: readonly string[],
  starts: readonly boolean[],
): FuzzyMatch | null {
  let best: { from: number; rank: number } | null = null;
  for (let from = 0; from + query.length <= chars.length; from++) {
    if (!starts[from] || !query.every((char, index) => chars[from + index] === char)) continue;
    const end = from + query.length;
    const endsWord = end === chars.length || !sign.test(chars[end] ?? '');
    const isWhole = from === 0 && end === chars.length;
    const rank = isWhole ? 4 : 1 + (from === 0 ? 1 : 0) + (endsWord ? 1 : 0);
    if (!best || rank > best.rank) best = { from, rank };
  }
  if (!best) return null;
  const { from, rank } = best;
  const at = query.flatMap((char, index) => (isSpace(char) ? [] : [from + index]));
  return { score: (rank + 1) * togetherStep * at.length - chars.length / 100, at };
}

export function matchable(text: string): Matchable {
  const chars = plainOf(text.slice(0, longest));
  return { chars, starts: chars.map((_, at) => startsWord(chars, at)) };
}

interface Term {
  char: string;
  /** Whether it follows a space in the query. */
  beginsWord: boolean;
}

function termsOf(query: string): Term[] {
  return plainOf(query.trim()).flatMap((char, index, all) =>
    isSpace(char) ? [] : [{ char, beginsWord: index === 0 || isSpace(all[index - 1] ?? ' ') }],
  );
}

function plainOf(text: string): string[] {
  const units: string[] = [];
  for (let at = 0; at < text.length; at++) units.push(plainUnit(text.charAt(at)));
  return units;
}

function plainUnit(unit: string): string {
  if (unit < '\u0080') return unit.toLowerCase();
  return unit.normalize('NFD').charAt(0).toLowerCase().charAt(0);
}

function isSpace(char: string): boolean {
  return char.trim() === '';
}

function holds(chars: readonly string[], terms: readonly Term[]): boolean {
  let next = 0;
  for (const char of chars) {
    if (char === terms[next]?.char) next++;
    if (next === terms.length) return true;
  }
  return false;
}

const sign = /[\p{L}\p{N}]/u;

function startsWord(chars: readonly string[], at: number): boolean {
  return at === 0 || (sign.test(chars[at] ?? '') && !sign.test(chars[at - 1] ?? ''));
}

/**
 * Find the best of all matches: for each character and each position, the best score with that
 * character there, based on the best position of the previous one.
 */
function bestFit(
  terms: readonly Term[],
  chars: readonly string[],
  starts: readonly boolean[],
): FuzzyMatch | null {
  const none = Number.NEGATIVE_INFINITY;
  const width = chars.length;
  const cameFrom = terms.map(() => new Int16Array(width).fill(-1));
  let before = new Float64Array(width);
  for (const [index, { char, beginsWord }] of terms.entries()) {
    const scores = new Float64Array(width).fill(none);
    // Best position of the previous character, for a gap before this one.
    let reach = none;
    let reachAt = -1;
    for (let at = 0; at < width; at++) {
      const earlier = index > 0 && at > 1 ? (before[at - 2] ?? none) : none;
      if (earlier > reach - gapCost) {
        reach = earlier;
        reachAt = at - 2;
      } else if (at - reachAt <= maxGap) reach -= gapCost;
      if (chars[at] !== char) continue;
      const own =
        (starts[at] ? wordStart : 0) + (at === 0 ? textStart : 0) - (beginsWord && !starts[at] ? 2 : 0);
      if (index === 0) {
        scores[at] = own + 1;
        continue;
      }
      const beside = (at > 0 ? (before[at - 1] ?? none) : none) + follows;
      const isBeside = beside >= reach;
      scores[at] = Math.max(beside, reach) + own + 1;
      (cameFrom[index] as Int16Array)[at] = isBeside ? at - 1 : reachAt;
    }
    before = scores;
  }
  let end = -1;
  let score = none;
  for (const [at, each] of before.entries()) {
    const endsWord = at + 1 === width || !sign.test(chars[at + 1] ?? '');
    const total = each + (endsWord ? wholeWord : 0);
    if (total > score) [score, end] = [total, at];
  }
  if (score === none) return null;
  const at: number[] = [];
  for (let index = terms.length - 1; index >= 0; index--) {
    at.unshift(end);
    end = cameFrom[index]?.[end] ?? -1;
  }
  // A shorter text is more likely if the scores are equal.
  return { score: score - width / 100, at };
}

/** Split a text into matched and other segments. */
export function highlightSegments(
  text: string,
  at: readonly number[],
): { from: number; text: string; isMatched: boolean }[] {
  const parts: { from: number; text: string; isMatched: boolean }[] = [];
  const matched = new Set(at);
  for (let index = 0; index < text.length; index++) {
    const isMatched = matched.has(index);
    const last = parts.at(-1);
    if (last && last.isMatched === isMatched) last.text += text.charAt(index);
    else parts.push({ from: index, text: text.charAt(index), isMatched });
  }
  return parts;
}
