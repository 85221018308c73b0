import type { ScriptElement } from '../element.ts';
import { countByType } from '../elementTypes/table.ts';
import type { ImportReceipt } from '../screenplay.ts';

/** Counts of what was read, by its name in the import receipt. */
export class ReceiptCounts {
  readonly #counts = new Map<string, { count: number; one: string; many: string }>();

  /**
   * `one` names the thing for a count of one, `many` for other counts. Lines keep the order of
   * first calls.
   */
  add(one: string, many: string, count = 1): void {
    if (count === 0) return;
    const line = this.#counts.get(one);
    if (line) line.count += count;
    else this.#counts.set(one, { count, one, many });
  }

  lines(): string[] {
    return [...this.#counts.values()].map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  }
}

export function fdxReceipt(
  elements: ScriptElement[],
  kept: ReceiptCounts,
  uncertain: ReceiptCounts,
  lost: ReceiptCounts,
): ImportReceipt {
  return {
    countsByType: countByType(elements),
    kept: kept.lines(),
    uncertain: uncertain.lines(),
    shortened: lost.lines().map((line) => `${line} could not be kept`),
  };
}

/** Count an element that we preserve without showing it. */
export function countPreserved(name: string, tally: ReceiptCounts): void {
  const words = receiptNames.get(name);
  if (words) tally.add(words[0], words[1]);
}

const receiptNames = new Map<string, [one: string, many: string]>([
  ['OmittedScene', ['omitted scene', 'omitted scenes']],
  ['Summary', ['scene summary', 'scene summaries']],
  ['CharacterArcBeat', ['character arc beat', 'character arc beats']],
  ['Alts', ['set of alternate lines', 'sets of alternate lines']],
  ['Picture', ['picture', 'pictures']],
  ['DeletedTextLocation', ['place of deleted text', 'places of deleted text']],
  ['TagDefinition', ['tag', 'tags']],
  ['ScriptNote', ['script note (also a comment)', 'script notes (also comments)']],
]);
