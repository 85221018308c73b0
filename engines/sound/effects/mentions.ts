import { type EffectKind, effectKinds, effectRecipes, familyOf } from './kinds/kinds.ts';
import { type Floor, floorWords, stepKinds, stepWords } from './kinds/steps.ts';
import { wordsOf } from './recipe.ts';

/** The position of words in a description that name a sound. */
export interface EffectMention {
  kind: EffectKind;
  start: number;
  end: number;
  words: string;
}

/**
 * Words that name an object rather than a sound. They are ignored if the same sentence names a
 * sound of the same family.
 */
const things = wordsOf(
  `door, gate, doorway, car, truck, van, bus, taxi, vehicle, motorcycle, phone, telephone, mobile phone, cell phone, mobile, smartphone,
  dog, cat, ship, boat, ferry, train, bell, clock, crowd, audience, glass, bottle, ring, window, storm, tree, bar, pub, lock, handle,
  street, town, city, horse, bird, table, chair, bed, kitchen, letter, book, map, money, engine, gun, pistol, rifle, fire engine`,
).pattern;

const negation = /(?<!\p{L})(?:no|without(?: any| a| the)?|never|not (?:a|any))\s+(?:[\p{L}-]+\s+)?$/iu;

export function mentionsIn(text: string): { mentions: EffectMention[]; isNegated: boolean } {
  const found = withoutOverlaps([...findNamedKinds(text), ...findSteps(text)]);
  const accepted = found.filter(({ start }) => !negation.test(text.slice(0, start)));
  return {
    mentions: accepted.filter((mention) => !isScenery(mention, accepted, text)),
    isNegated: accepted.length < found.length,
  };
}

function findNamedKinds(text: string): EffectMention[] {
  return effectKinds.flatMap((kind) =>
    [...text.matchAll(effectRecipes[kind].words.pattern)].map(({ index, 0: words }) => ({
      kind,
      start: index,
      end: index + words.length,
      words,
    })),
  );
}

/**
 * Return the mentions of walking, each with its floor. A floor in the same sentence comes first and
 * is then not a separate mention.
 */
function findSteps(text: string): EffectMention[] {
  return [...text.matchAll(stepWords.pattern)].map(({ index, 0: words }) => {
    const end = index + words.length;
    const behind = /^[^.;!?,]*/.exec(text.slice(end))?.[0] ?? '';
    const on =
      /^(?:.*?\s)??(?:on|across|through|over|along|up|down|in|into|onto)\s+(?:the |a |an |some |her |his )?/i.exec(
        behind,
      );
    const near = on ? floorIn(behind.slice(on[0].length)) : null;
    const floor =
      near?.floor ??
      floorIn(behind)?.floor ??
      floorIn(text)?.floor ??
      (/heel/i.test(words) ? 'stone' : 'wood');
    return {
      kind: stepKinds[floor],
      start: index,
      end: near && on ? end + on[0].length + near.end : end,
      words,
    };
  });
}

function floorIn(text: string): { floor: Floor; end: number } | null {
  for (const [floor, { pattern }] of floorWords) {
    const match = [...text.matchAll(pattern)][0];
    if (match) return { floor, end: match.index + match[0].length };
  }
  return null;
}

/** Keep the longer one of overlapping mentions, and the first of equally long ones. */
function withoutOverlaps(mentions: EffectMention[]): EffectMention[] {
  const result: EffectMention[] = [];
  const byLength = mentions.toSorted((one, other) => other.end - other.start - (one.end - one.start));
  for (const mention of byLength) {
    if (result.every(({ start, end }) => mention.end <= start || mention.start >= end)) result.push(mention);
  }
  return result.toSorted((one, other) => one.start - other.start);
}

function isScenery(mention: EffectMention, all: EffectMention[], text: string): boolean {
  if (!isThing(mention.words)) return false;
  return all.some(
    (other) =>
      other !== mention &&
      !isThing(other.words) &&
      familyOf(other.kind) === familyOf(mention.kind) &&
      !/[.;!?]/.test(text.slice(Math.min(mention.end, other.end), Math.max(mention.start, other.start))),
  );
}

function isThing(words: string): boolean {
  return [...words.matchAll(things)].some(([whole]) => whole.length === words.length);
}
