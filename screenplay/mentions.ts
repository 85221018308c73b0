import { parseCue, speakerKey, titled } from './cue.ts';
import { NameFinder, ownWordsOf } from './facts/names.ts';
import { type FindableElement, searchedText } from './find.ts';
import { type Replaced, replaceIn } from './replace.ts';

/* Where action and dialogue name a character who takes another name (decision OQ-109). */

/** One place at which a character is named. Offsets count in the plain text, as those of find.ts. */
export interface NameMention {
  elementId: number;
  start: number;
  end: number;
  /** What stands there: "Mara", "VOSS". */
  found: string;
  /** What is put in its place. */
  becomes: string;
  /** Whether it is hardly anybody or anything else: no name that others have, too, and no word of the script's. */
  isSure: boolean;
}

/**
 * All places at which action, dialogue and what stands in brackets below a cue name somebody: with the whole name, one
 * of its parts or a possessive, as whole words in capitals or with a capital letter. In script order. Places that
 * would stay as they are, such as a first name that both names have, are left out. `others`: the names of the rest of
 * the cast, in any spelling.
 */
export function mentionsOf(
  elements: readonly FindableElement[],
  oldName: string,
  newName: string,
  others: readonly string[] = [],
): NameMention[] {
  const from = parseCue(oldName).name;
  const key = speakerKey(from);
  const { name } = parseCue(newName);
  if (key === '' || name === '') return [];
  const own = new NameFinder(new Map([[key, from]]));
  const names = [...others.map((other) => parseCue(other).name), from];
  const cast = new NameFinder(new Map(names.map((each) => [speakerKey(each), each])));
  const told = elements.filter(({ elementType }) => mentioning.has(elementType));
  const found = told.flatMap((element) => {
    const text = searchedText(element);
    const places = own.in(text);
    if (places.length === 0) return [];
    const ofOthers = cast.in(text).filter((naming) => naming.key !== key);
    // "MARA VOSS" does not name WILL VOSS.
    const free = places.filter(
      (place) => !ofOthers.some((other) => other.from < place.to && place.from < other.to),
    );
    return free.map((place) => mentionAt(element, place, from, name));
  });
  const changing = found.filter((mention) => mention.becomes !== mention.found);
  if (changing.length === 0) return [];
  const ordinary = ordinaryAmong(told, new Set(changing.map((mention) => mention.found.toLowerCase())));
  return changing.map((mention) => {
    const isOrdinary = ordinary.has(mention.found.toLowerCase()) && !isInCapitals(mention.found);
    return { ...mention, isSure: cast.asked(mention.found)[0] === key && !isOrdinary };
  });
}

const mentioning: ReadonlySet<FindableElement['elementType']> = new Set([
  'action',
  'dialogue',
  'parenthetical',
]);

/** An element after some of its mentions took the new name. `mentions`: of this element, in order. */
export function withMentions<Named extends FindableElement>(
  element: Named,
  mentions: readonly Pick<NameMention, 'start' | 'end' | 'becomes'>[],
): Replaced {
  let replaced: Replaced = { type: 'nothing' };
  // From the last to the first, so that the places before stay where they are.
  for (const { start, end, becomes } of mentions.toReversed()) {
    const before = replaced.type === 'change' ? replaced.content : element.content;
    const step = replaceIn({ ...element, content: before }, [{ start, end }], becomes);
    if (step.type === 'empty' || step.type === 'overfill') return step;
    if (step.type === 'change') replaced = step;
  }
  return replaced;
}

function mentionAt(
  element: FindableElement,
  { from: start, to }: { from: number; to: number },
  from: string,
  name: string,
): NameMention {
  const text = searchedText(element);
  const found = text.slice(start, to);
  const becomes = inCaseOf(found, partFor(found, from, name));
  // "James' coat" needs an s once it is somebody else's.
  const isBare = /s$/i.test(found) && /^['’]\s+\p{L}/u.test(text.slice(to, to + 8)) && !/s$/i.test(becomes);
  const hasQuote = /['‘]$/.test(text.slice(0, start));
  if (!isBare || hasQuote) return { elementId: element.id, start, end: to, found, becomes, isSure: true };
  const sign = text.charAt(to);
  const s = isInCapitals(found) ? 'S' : 's';
  return {
    elementId: element.id,
    start,
    end: to + 1,
    found: `${found}${sign}`,
    becomes: `${becomes}${sign}${s}`,
    isSure: true,
  };
}

/** What stands for a part of the old name in the new one: first for first, last for last, else the first. */
function partFor(found: string, from: string, to: string): string {
  const old = ownWordsOf(from);
  const at = old.findIndex((word) => speakerKey(word) === speakerKey(found));
  if (at < 0 || speakerKey(found) === speakerKey(from)) return to;
  const parts = ownWordsOf(to);
  if (parts.length === old.length) return parts[at] ?? to;
  const isLast = at === old.length - 1;
  return (isLast ? parts.at(-1) : parts[0]) ?? to;
}

/** The new name in the case of what it replaces: "VOSS" in capitals, "Voss" as it is written on the card. */
function inCaseOf(found: string, name: string): string {
  if (isInCapitals(found)) return name.toUpperCase();
  return isInCapitals(name) ? titled(name) : name;
}

function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && /\p{Lu}.*\p{Lu}/su.test(text);
}

/** Which of those words the script writes in small letters somewhere: "will" beside "Will". */
function ordinaryAmong(elements: readonly FindableElement[], words: ReadonlySet<string>): Set<string> {
  const ordinary = new Set<string>();
  const single = new Set([...words].filter((word) => !word.includes(' ')));
  if (single.size === 0) return ordinary;
  const small = /(?<![\p{L}\p{M}\p{N}'’-])\p{Ll}[\p{L}\p{M}\p{N}'’-]*/gu;
  for (const element of elements) {
    for (const [word] of searchedText(element).matchAll(small)) if (single.has(word)) ordinary.add(word);
  }
  return ordinary;
}
