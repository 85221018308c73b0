import { isContinued } from '#screenplay/cue.ts';
import { type ElementType, elementTypes, type ScriptElement } from '#screenplay/element.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { isContinuedAt } from '#screenplay/layout/continued.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { plainTextOf, printedText } from '#screenplay/layout/text.ts';
import { withoutContinuedText } from '#screenplay/pdfImport/printedElements.ts';

export interface TypeScore {
  expected: number;
  found: number;
  /** Elements whose type and whole text agree. */
  right: number;
}

export interface ImportScore {
  byType: Record<ElementType, TypeScore>;
  /** Micro F1 over all types. */
  f1: number;
  /** Words of the script that no element has. */
  wordsLost: string[];
  /** Expected elements that were not found, and found ones that were not expected. */
  missing: string[];
  wrong: string[];
}

interface Compared {
  type: ElementType;
  text: string;
}

/**
 * Compare an imported script with the one that was printed. An element counts if its type and its
 * whole text agree, line breaks included, in the same order. Text is compared as printed: without
 * emphasis marks, and in capitals where the style of its type prints them.
 */
export function scoreImport(
  expected: { elements: readonly ScriptElement[]; format: ScriptFormat },
  found: { elements: readonly ScriptElement[] },
): ImportScore {
  const requested = comparedOf(visibleElements(expected.elements, expected.format), expected.format);
  const read = comparedOf(found.elements, expected.format);
  const pairs = commonSequence(requested.map(keyOf), read.map(keyOf));
  const byType = Object.fromEntries(
    elementTypes.map((type): [ElementType, TypeScore] => {
      const count = (list: readonly Compared[]) => list.filter((each) => each.type === type).length;
      const right = pairs.filter(([at]) => requested[at]?.type === type).length;
      return [type, { expected: count(requested), found: count(read), right }];
    }),
  ) as Record<ElementType, TypeScore>;
  const total = requested.length + read.length;
  const matchedRequested = new Set(pairs.map(([at]) => at));
  const matchedRead = new Set(pairs.map(([, at]) => at));
  return {
    byType,
    f1: total === 0 ? 1 : (2 * pairs.length) / total,
    wordsLost: wordsLost(requested, read),
    missing: requested.filter((_, at) => !matchedRequested.has(at)).map(keyOf),
    wrong: read.filter((_, at) => !matchedRead.has(at)).map(keyOf),
  };
}

function keyOf({ type, text }: Compared): string {
  return `${type}: ${text}`;
}

/** Return what is compared of each element that prints something. */
function comparedOf(elements: readonly ScriptElement[], format: ScriptFormat): Compared[] {
  const automatic = { ...format, continuesAutomatically: true };
  return withoutContinuedTexts(elements, automatic).flatMap((element) => {
    const printed = printedText(plainTextOf(element), boxOf(element, format).isAllCaps);
    const text = printed
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
    return text === '' ? [] : [{ type: element.elementType, text }];
  });
}

/** Remove each (CONT'D) that would be printed anyway: a print is the same with it. */
function withoutContinuedTexts(elements: readonly ScriptElement[], format: ScriptFormat): ScriptElement[] {
  const plain = elements.map((element) =>
    isCueType(element.elementType) && isContinued(element.content)
      ? { ...element, content: withoutContinuedText(element.content) }
      : element,
  );
  return elements.map((element, index) =>
    isContinuedAt(plain, format, index) ? (plain[index] as ScriptElement) : element,
  );
}

/** Return the pairs of indexes of the longest common sequence. */
function commonSequence(one: readonly string[], other: readonly string[]): [number, number][] {
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  for (let a = one.length - 1; a >= 0; a--) {
    for (let b = other.length - 1; b >= 0; b--) {
      lengths[a * width + b] =
        one[a] === other[b]
          ? (lengths[(a + 1) * width + b + 1] as number) + 1
          : Math.max(lengths[(a + 1) * width + b] as number, lengths[a * width + b + 1] as number);
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    if (one[a] === other[b]) pairs.push([a++, b++]);
    else if ((lengths[(a + 1) * width + b] as number) >= (lengths[a * width + b + 1] as number)) a++;
    else b++;
  }
  return pairs;
}

/** Return the words of a text in capitals. */
export function wordsOfText(text: string): string[] {
  return text.toUpperCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function wordsLost(requested: readonly Compared[], read: readonly Compared[]): string[] {
  const wordsOf = (list: readonly Compared[]) => list.flatMap(({ text }) => wordsOfText(text));
  const counts = new Map<string, number>();
  for (const word of wordsOf(read)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return wordsOf(requested).filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
}
