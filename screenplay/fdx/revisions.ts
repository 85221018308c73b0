import {
  activeSetOf,
  defaultMarkInches,
  type RevisionSet,
  type Revisions,
} from '../revisions/revisionSets.ts';
import type { Collector } from './collect.ts';
import { deletedTextOffset, markOfId } from './revisionIds.ts';
import { templateElement } from './template.ts';
import { childNodes, type XmlNode } from './xml.ts';

/**
 * Read the revisions of a file that uses them. Final Draft's template defines 19 sets in every
 * file: only those in use, and those before the active one, become sets of the script.
 */
export function readRevisions(
  part: XmlNode | undefined,
  deletedText: XmlNode | undefined,
  { revisionIds }: Collector,
): Revisions | null {
  const used = new Set([...revisionIds].map(markOfId));
  for (const place of deletedText ? childNodes(deletedText) : [])
    if (deletedTextOffset(place) !== null) used.add(markOfId(place.attributes.RevisionID));
  used.delete(0);
  const { ActiveSet, RevisionMode, RevisionsShown, Location } = part?.attributes ?? {};
  const isOn = RevisionMode === 'Yes';
  if (used.size === 0 && !isOn) return null;
  const activeId = markOfId(ActiveSet);
  const defined = (part ? childNodes(part, 'Revision') : [])
    .map((node) => ({ node, id: markOfId(node.attributes.ID) }))
    .filter(({ id }) => id > 0 && (used.has(id) || (isOn && id <= activeId)))
    .sort((a, b) => a.id - b.id);
  const sets = defined.map(({ node, id }) => setOf(node, id));
  const inches = Number(Location);
  return {
    sets,
    active: isOn && sets.some(({ id }) => id === activeId) ? activeId : null,
    view: RevisionsShown === 'Active' ? 'active' : 'all',
    markInches: Location && inches > 0 && inches < 9 ? inches : defaultMarkInches,
    lastMark: Math.max(0, ...used, ...sets.map(({ id }) => id)),
    cleared: [],
  };
}

function setOf({ attributes }: XmlNode, id: number): RevisionSet {
  const { Name, Color, PageColor, Mark, FullRevision } = attributes;
  return {
    id,
    name: Name?.trim() || `Revision ${id}`,
    color: shortColor(Color) ?? '#000000',
    pageColor: shortColor(PageColor) ?? '#ffffff',
    mark: (Mark ?? '*').trim(),
    ...(FullRevision === 'Yes' && { isFullDraft: true }),
    marks: [id],
  };
}

/** Convert a colour of 16 bits a channel to #rrggbb; null for anything else. */
function shortColor(color: string | undefined): string | null {
  const match = /^#([\da-f]{2})[\da-f]{2}([\da-f]{2})[\da-f]{2}([\da-f]{2})[\da-f]{2}$/i.exec(color ?? '');
  return match ? `#${match.slice(1).join('')}`.toLowerCase() : null;
}

function longColor(color: string): string {
  return `#${(color.slice(1).match(/../g) ?? []).map((byte) => byte + byte).join('')}`.toUpperCase();
}

/** Return the Revisions part with the present sets; sets that we do not know stay as they are. */
export function writtenRevisions(part: XmlNode | null, revisions: Revisions): XmlNode {
  const node = part ?? templateElement('Revisions', {});
  const active = activeSetOf(revisions);
  const shown = {
    active: 'Active',
    all: 'All',
    highest: node.attributes.RevisionsShown ?? 'All',
    none: 'All',
  };
  Object.assign(node.attributes, {
    ActiveSet: `${active?.id ?? node.attributes.ActiveSet ?? revisions.sets.at(-1)?.id ?? 1}`,
    RevisionMode: active ? 'Yes' : 'No',
    RevisionsShown: shown[revisions.view],
  });
  if (Number(node.attributes.Location) !== revisions.markInches)
    node.attributes.Location = revisions.markInches.toFixed(2);
  for (const set of revisions.sets) {
    const id = `${set.id}`;
    let own = childNodes(node, 'Revision').find(({ attributes }) => attributes.ID === id);
    if (!own) {
      own = { name: 'Revision', attributes: { FullRevision: 'No', ID: id, Style: '' }, children: [] };
      node.children.push(own);
    }
    writeSet(own, set);
  }
  return node;
}

function writeSet(
  { attributes }: XmlNode,
  { id, name, color, pageColor, mark, isFullDraft }: RevisionSet,
): void {
  if ((attributes.Name?.trim() || `Revision ${id}`) !== name) attributes.Name = name;
  if (attributes.Mark === undefined || attributes.Mark.trim() !== mark) attributes.Mark = mark || ' ';
  if ((shortColor(attributes.Color) ?? '#000000') !== color) attributes.Color = longColor(color);
  if ((shortColor(attributes.PageColor) ?? '#ffffff') !== pageColor)
    attributes.PageColor = longColor(pageColor);
  const isFull = attributes.FullRevision === 'Yes';
  if (isFull !== (isFullDraft ?? false)) attributes.FullRevision = isFullDraft ? 'Yes' : 'No';
}
