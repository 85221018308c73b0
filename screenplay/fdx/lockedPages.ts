import type { LockedPlace, ScriptElement } from '../element.ts';
import { plainTextOf } from '../layout/text.ts';
import { pageLabels } from '../production/pageLabels.ts';
import { lockedStartsOf, type PageLock } from '../production/pageLock.ts';
import { caretAfter } from '../textAlignment.ts';
import type { Collector } from './collect.ts';
import { templateElement } from './template.ts';
import type { WrittenContent } from './writeContent.ts';
import { writtenText } from './writtenParagraph.ts';
import { childNodes, type XmlNode } from './xml.ts';

/** Id of a lock that was read from a file. */
const importedLockId = 0;

/** Locked pages of a file by position, with the element of the LockedPages part of each. */
function lockedPageNodes(part: XmlNode): { node: XmlNode; position: number }[] {
  return childNodes(part, 'LockedPage')
    .map((node) => ({ node, position: Number.parseInt(node.attributes.Position ?? '', 10) }))
    .filter(({ position }) => position >= 0)
    .sort((a, b) => a.position - b.position);
}

/**
 * Read the LockedPages part: return the labels, and set the locked place of all elements. Return
 * null if no pages are locked. Positions behind the text are counted as uncertain.
 */
export function readLockedPages(part: XmlNode | undefined, collector: Collector): PageLock | null {
  const all = part ? lockedPageNodes(part) : [];
  const pages = all.filter(({ position }) => position < collector.length);
  const behind = ['locked page begins', 'locked pages begin'].map((words) => `${words} behind the text`);
  collector.uncertain.add(behind[0] as string, behind[1] as string, all.length - pages.length);
  if (pages.length === 0) return null;
  setLockedPlaces(
    pages.map(({ position }) => position),
    collector,
  );
  const labels = pages.map(({ node }, index) => node.attributes.PageNumber?.trim() || `${index + 1}`);
  collector.kept.add(
    `locked page: ${labels[0]}`,
    `locked pages: ${labels[0]} to ${labels.at(-1)}`,
    labels.length,
  );
  return { id: importedLockId, labels };
}

/** Set the place of each element. The first page begins with the script. */
function setLockedPlaces(positions: readonly number[], collector: Collector): void {
  const { elements, starts, startElements } = collector;
  const nextStart = (paragraph: number) => starts[paragraph + 1] ?? collector.length;
  let page = 0;
  const reachedAt = (position: number) => {
    while ((positions[page + 1] ?? Number.POSITIVE_INFINITY) <= position) page++;
    return page;
  };
  const places = new Map<number, LockedPlace>();
  for (const [paragraph, start] of starts.entries()) {
    const index = startElements[paragraph] as number;
    const element = elements[index];
    if (!element) break;
    const place = places.get(index) ?? { lock: importedLockId, order: index, page: reachedAt(start) };
    places.set(index, place);
    const isOwn = startElements[paragraph + 1] !== index;
    if (reachedAt(start) > lastPageOf(place)) {
      let own = paragraph;
      while (startElements[own + 1] === index) own++;
      addStart(place, page, paragraph - own);
    }
    if (!isOwn || element.dual) continue;
    const end = nextStart(paragraph) - 1;
    for (let next = positions[page + 1]; next !== undefined && next < end; next = positions[page + 1]) {
      page++;
      const text = plainTextOf(element);
      const at = caretAfter(writtenText(element), text, next - start);
      if (at > 0 && at < text.length) {
        addStart(place, page, at);
        place.text = text;
      }
    }
  }
  let last = 0;
  for (const [index, element] of elements.entries()) {
    const place = places.get(index) ?? { lock: importedLockId, order: index, page: last };
    last = lastPageOf(place);
    element.extras = { ...element.extras, lockedPlace: place };
  }
}

function addStart(place: LockedPlace, page: number, at: number): void {
  place.starts ??= [];
  place.starts.push([page, at]);
}

function lastPageOf({ page, starts }: LockedPlace): number {
  return starts?.at(-1)?.[0] ?? page;
}

/**
 * Return the LockedPages part with the current labels and positions; null if the file needs none.
 * Pages that are gone join the label of the page before. Source: docs/decisions/0109.
 */
export function writtenLockedPages(
  part: XmlNode | null,
  lock: PageLock | undefined,
  elements: readonly ScriptElement[],
  content: WrittenContent,
): XmlNode | null {
  if (!lock) return part && childNodes(part).length > 0 ? { ...part, children: [] } : part;
  const starts = lockedStartsOf(elements, lock);
  const labels = pageLabels(
    lock.labels,
    starts.map(({ page }) => page),
  );
  const known = lock.id === importedLockId && part ? lockedPageNodes(part) : [];
  const behind = known.slice(lock.labels.length);
  const pages = starts.map(({ page, elementIndex, at }, index): XmlNode => {
    const position = index === 0 ? 0 : positionInScript(elements, content, elementIndex, at);
    const level: Record<string, string> = { LevelIndex: `${index}`, LockLevel: '0' };
    const attributes = known[page]?.node.attributes ?? level;
    return {
      name: 'LockedPage',
      attributes: {
        ...attributes,
        ...(attributes.LevelIndex !== undefined && starts.length !== known.length && level),
        PageNumber: labels[index] as string,
        Position: `${position}`,
      },
      children: known[page]?.node.children ?? [],
    };
  });
  const node = part ?? templateElement('LockedPages', {});
  return { ...node, children: [...pages, ...behind.map((page) => page.node)] };
}

/** Return the position of an offset in an element, in characters of the script. */
export function positionInScript(
  elements: readonly ScriptElement[],
  { places, blankStarts }: WrittenContent,
  index: number,
  at: number,
): number {
  const start = places[index]?.at ?? 0;
  if (at === 0) return start;
  if (at < 0) return blankStarts.get(index)?.at(at) ?? start;
  const element = elements[index] as ScriptElement;
  return start + caretAfter(plainTextOf(element), writtenText(element), at);
}
