import { parseCue, speakerKey, toTitleCase } from './cue.ts';
import { elementTypeTable } from './elementTypes/table.ts';
import { NameFinder, ownWordsOf } from './facts/names.ts';
import { type FindableElement, searchedText } from './find.ts';
import { type Replaced, replaceIn } from './replace.ts';

/* Mentions of a character in action and dialogue, for renaming (decision OQ-109). */

/** Mention of a character. Offsets refer to the plain text, as in find.ts. */
export interface NameMention {
  elementId: number;
  start: number;
  end: number;
  /** Current text: "Mara", "VOSS". */
  found: string;
  /** Replacement text. */
  replacement: string;
  /**
   * False when the text may refer to someone or something else: another name uses it, or it is also
   * an ordinary word of the script.
   */
  isSure: boolean;
}

/**
 * Find all mentions of a character in action, dialogue and parentheticals, in script order. A
 * mention is the whole name, one of its words or a possessive, as a whole word that is capitalised
 * or in capitals. Mentions that would not change are left out, such as a first name that both names
 * share. `others` are the names of the rest of the cast, in any spelling.
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
  const ownFinder = new NameFinder(new Map([[key, from]]));
  const names = [...others.map((other) => parseCue(other).name), from];
  const castFinder = new NameFinder(new Map(names.map((each) => [speakerKey(each), each])));
  const mentioningElements = elements.filter(({ elementType }) => elementTypeTable[elementType].hasMentions);
  const found = mentioningElements.flatMap((element) => {
    const text = searchedText(element);
    const places = ownFinder.in(text);
    if (places.length === 0) return [];
    const otherOccurrences = castFinder.in(text).filter((naming) => naming.key !== key);
    // "MARA VOSS" does not mention WILL VOSS.
    const unambiguous = places.filter(
      (place) => !otherOccurrences.some((other) => other.from < place.to && place.from < other.to),
    );
    return unambiguous.map((place) => mentionAt(element, place, from, name));
  });
  const changing = found.filter((mention) => mention.replacement !== mention.found);
  if (changing.length === 0) return [];
  const ordinary = ordinaryWordsIn(
    mentioningElements,
    new Set(changing.map((mention) => mention.found.toLowerCase())),
  );
  return changing.map((mention) => {
    const isOrdinary = ordinary.has(mention.found.toLowerCase()) && !isInCapitals(mention.found);
    return { ...mention, isSure: castFinder.asked(mention.found)[0] === key && !isOrdinary };
  });
}

/** Replace mentions in an element. `mentions` are of this element, in order. */
export function withMentions<Named extends FindableElement>(
  element: Named,
  mentions: readonly Pick<NameMention, 'start' | 'end' | 'replacement'>[],
): Replaced {
  let replaced: Replaced = { type: 'nothing' };
  // Replace from last to first, so that earlier offsets stay valid.
  for (const { start, end, replacement } of mentions.toReversed()) {
    const before = replaced.type === 'change' ? replaced.content : element.content;
    const step = replaceIn({ ...element, content: before }, [{ start, end }], replacement);
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
  const replacement = matchCase(found, correspondingName(found, from, name));
  // "James' coat" needs an s when the new name does not end in s.
  const isBare =
    /s$/i.test(found) && /^['’]\s+\p{L}/u.test(text.slice(to, to + 8)) && !/s$/i.test(replacement);
  const hasQuote = /['‘]$/.test(text.slice(0, start));
  if (!isBare || hasQuote) return { elementId: element.id, start, end: to, found, replacement, isSure: true };
  const sign = text.charAt(to);
  const s = isInCapitals(found) ? 'S' : 's';
  return {
    elementId: element.id,
    start,
    end: to + 1,
    found: `${found}${sign}`,
    replacement: `${replacement}${sign}${s}`,
    isSure: true,
  };
}

/**
 * Return the word of the new name that corresponds to a word of the old one: first to first, last
 * to last, otherwise the first.
 */
function correspondingName(found: string, from: string, to: string): string {
  const old = ownWordsOf(from);
  const at = old.findIndex((word) => speakerKey(word) === speakerKey(found));
  if (at < 0 || speakerKey(found) === speakerKey(from)) return to;
  const parts = ownWordsOf(to);
  if (parts.length === old.length) return parts[at] ?? to;
  const isLast = at === old.length - 1;
  return (isLast ? parts.at(-1) : parts[0]) ?? to;
}

/**
 * Return the new name in the case of the text it replaces: "VOSS" in capitals, otherwise "Voss" as
 * spelled on the character card.
 */
function matchCase(found: string, name: string): string {
  if (isInCapitals(found)) return name.toUpperCase();
  return isInCapitals(name) ? toTitleCase(name) : name;
}

function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && /\p{Lu}.*\p{Lu}/su.test(text);
}

/** Return the words that occur in lower case in the script, such as "will" for "Will". */
function ordinaryWordsIn(elements: readonly FindableElement[], words: ReadonlySet<string>): Set<string> {
  const ordinary = new Set<string>();
  const single = new Set([...words].filter((word) => !word.includes(' ')));
  if (single.size === 0) return ordinary;
  const small = /(?<![\p{L}\p{M}\p{N}'’-])\p{Ll}[\p{L}\p{M}\p{N}'’-]*/gu;
  for (const element of elements) {
    for (const [word] of searchedText(element).matchAll(small)) if (single.has(word)) ordinary.add(word);
  }
  return ordinary;
}
