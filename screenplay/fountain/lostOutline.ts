import type { ScriptElement } from '../element.ts';
import { blocksOf, type FountainElementExtras, type StoredOutlineBlock } from './extras.ts';

/*
 * Sections and synopses are stored with the element below them, and also with the file: the element
 * may be deleted, or joined with the one above it. Then they belong above the next element that was
 * below them.
 */

/** Number of texts below a block by which its place is found, and their length. */
const textsBelow = 6;
const textLength = 60;

/** Return the sections and synopses of a file, each with the texts below it. */
export function storedOutline(elements: readonly ScriptElement[]): StoredOutlineBlock[] {
  const stored: StoredOutlineBlock[] = [];
  for (let index = 0; index < elements.length; index++) {
    const fountain = elements[index]?.extras?.fountain;
    if (!fountain) continue;
    const blocks = blocksOf(fountain, 'before').filter(isOutlineBlock);
    if (blocks.length === 0) continue;
    const below = elements.slice(index + 1, index + 1 + textsBelow).map(placeKey);
    for (const block of blocks) stored.push({ block, below });
  }
  return stored;
}

interface WithOutline {
  elements: readonly ScriptElement[];
  /** Preserved content of the file, of any shape. */
  fountain: unknown;
}

/** Return a script with the sections and synopses of its file that no element has any more. */
export function withLostOutline(elements: readonly ScriptElement[], fountain: unknown): WithOutline {
  const outline = readOutline(fountain);
  if (outline.length === 0) return { elements, fountain };
  const homes = presentBlocks(elements, outline);
  if (!homes.includes(null)) return { elements, fountain };
  const added = new Map<number, { first: string[]; last: string[] }>();
  let above = 0;
  for (const [at, { block, below }] of outline.entries()) {
    const home = homes[at] ?? null;
    if (home !== null) {
      above = home;
      continue;
    }
    const next = homes.slice(at).find((index) => index !== null && index >= above) ?? elements.length;
    const index = indexOfTexts(elements, below, above, next);
    const blocks = added.get(index) ?? { first: [], last: [] };
    // Blocks of the element itself are below those that were above another element.
    const isBelowItsBlocks = index === above && homes.slice(0, at).includes(index);
    blocks[isBelowItsBlocks ? 'last' : 'first'].push(block);
    added.set(index, blocks);
    above = index;
  }
  const { first = [], last = [] } = added.get(elements.length) ?? {};
  const after = [...first, ...blocksOf(fountain, 'after'), ...last];
  return {
    elements: elements.map((element, index) => withBlocks(element, added.get(index))),
    fountain: { ...(fountain as object), after },
  };
}

function withBlocks(element: ScriptElement, added?: { first: string[]; last: string[] }): ScriptElement {
  if (!added) return element;
  const fountain: FountainElementExtras = element.extras?.fountain ?? {};
  const before = [...added.first, ...blocksOf(fountain, 'before'), ...added.last];
  return { ...element, extras: { ...element.extras, fountain: { ...fountain, before } } };
}

/** Return the index of the element that has each block; null for a block that none has. */
function presentBlocks(
  elements: readonly ScriptElement[],
  outline: readonly StoredOutlineBlock[],
): (number | null)[] {
  const places = new Map<string, number[]>();
  for (let index = 0; index < elements.length; index++) {
    const fountain = elements[index]?.extras?.fountain;
    if (!fountain) continue;
    for (const block of blocksOf(fountain, 'before')) {
      const known = places.get(block);
      if (known) known.push(index);
      else places.set(block, [index]);
    }
  }
  return outline.map(({ block }) => places.get(block)?.shift() ?? null);
}

/** Return the first element from `start` to `end` with one of the texts, the nearest text first. */
function indexOfTexts(
  elements: readonly ScriptElement[],
  texts: readonly string[],
  start: number,
  end: number,
): number {
  const keys = elements.slice(start, end).map(placeKey);
  for (const text of texts) {
    const at = keys.indexOf(text);
    if (at >= 0) return start + at;
  }
  return end;
}

/** Return by what the element below a block is found. Headings and cues are stored in capitals. */
function placeKey({ content }: Pick<ScriptElement, 'content'>): string {
  return content.slice(0, textLength).toUpperCase();
}

function isOutlineBlock(block: string): boolean {
  return block.startsWith('#') || block.startsWith('=');
}

/** Read the blocks from stored extras, which may have any shape. */
function readOutline(fountain: unknown): StoredOutlineBlock[] {
  const stored = (fountain as { outline?: unknown } | null | undefined)?.outline;
  if (!Array.isArray(stored)) return [];
  return (stored as Partial<StoredOutlineBlock>[]).flatMap((entry) => {
    const { block, below } = entry ?? {};
    if (typeof block !== 'string' || !Array.isArray(below)) return [];
    return [{ block, below: below.filter((text) => typeof text === 'string') }];
  });
}
