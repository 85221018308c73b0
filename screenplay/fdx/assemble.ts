import type { SceneLock } from '../production/sceneLock.ts';
import { shotNumberOf } from '../sceneNumbers.ts';
import type { ParseResult, ScriptNote } from '../screenplay.ts';
import { type Collector, ensurePreserved } from './collect.ts';
import { readDeletedText } from './deletedText.ts';
import { readLockedPages } from './lockedPages.ts';
import { lastAtOrBefore, noteOf, noteRange } from './notes.ts';
import type { PreservedFile } from './preserved.ts';
import { fdxReceipt } from './receipt.ts';
import { deletedTextOffset } from './revisionIds.ts';
import { readRevisions } from './revisions.ts';
import { fdxFormat, schemeOf } from './settings.ts';
import { fdxTitlePage } from './titlePage.ts';
import { writtenText } from './writtenParagraph.ts';
import { childNodes, type XmlNode } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/** Parts of the file outside the script, as read. */
export interface SourceFile {
  attributes: Attribute[];
  /** XML of the root's children except Content. */
  parts: string[];
  /** Number of parts before Content; -1 if there is none yet. */
  contentAt: number;
  contentAttributes: Attribute[];
  /** Parsed parts, for those that we read. */
  nodes: XmlNode[];
}

const parsedParts = new Set([
  'TitlePage',
  'PageLayout',
  'MoresAndContinueds',
  'SceneNumberOptions',
  'ElementSettings',
  'ScriptNotes',
  'UnanchoredScriptNotes',
  'ScriptNote',
  'HeaderAndFooter',
  'Outlines',
  'DeletedText',
  'LockedPages',
  'Revisions',
]);

/** Return whether a preserved part is also parsed. */
export function isParsedPart(name: string): boolean {
  return parsedParts.has(name);
}

/** Build the result of an import from the parts of a file and its script. */
export function assemble(file: SourceFile, collector: Collector): ParseResult {
  const { elements, kept, uncertain, lost } = collector;
  const typeNames = new Set<string>();
  let hasNumbers = false;
  for (const element of elements) {
    if (element.originalType !== null) typeNames.add(element.originalType);
    if (element.sceneNumber != null) hasNumbers = true;
  }
  const titleNode = file.nodes.find((node) => node.name === 'TitlePage');
  const positions = positionsIn(file.nodes);
  if (positions.length > 0) setAnchors(collector, positions);
  kept.add('revision set in use', 'revision sets in use', collector.revisionIds.size);
  const lockedPages = file.nodes.find((node) => node.name === 'LockedPages');
  const pageLock = readLockedPages(lockedPages, collector);
  const partOf = (name: string) => file.nodes.find((node) => node.name === name);
  const deletedText = partOf('DeletedText');
  const revisions = readRevisions(partOf('Revisions'), deletedText, collector);
  if (deletedText) readDeletedText(deletedText, collector);
  const source: PreservedFile = {
    // A script that starts from a template is not a template.
    attributes: file.attributes.map(([name, value]) => [name, name === 'Template' ? 'No' : value]),
    parts: file.parts,
    contentAt: file.contentAt,
    contentAttributes: file.contentAttributes,
    rest: collector.rest(),
    ...(positions.length > 0 && { isAnchored: true }),
    runAttributes: collector.runAttributes,
  };
  return {
    ok: true,
    screenplay: {
      titlePage: fdxTitlePage(titleNode ?? null),
      elements,
      format: {
        ...fdxFormat(file.nodes, typeNames, hasNumbers),
        ...(pageLock && { pageLock }),
        ...(revisions && { revisions }),
        // Numbers of a file with locked pages are issued, too.
        ...(pageLock && hasNumbers && { sceneLock: sceneLockOf(collector, file.nodes) }),
      },
      source: { fdx: source },
    },
    notes: [...collector.notes, ...file.nodes.flatMap((node) => anchoredNotes(node, collector))],
    receipt: fdxReceipt(elements, kept, uncertain, lost),
  };
}

/** Return a lock with the numbers of all headings and shots of a file. */
function sceneLockOf({ elements, kept }: Collector, nodes: readonly XmlNode[]): SceneLock {
  const issued = new Set(elements.flatMap((element) => element.sceneNumber ?? shotNumberOf(element) ?? []));
  kept.add('locked scene number', 'locked scene numbers', issued.size);
  const options = nodes.find(({ name }) => name === 'SceneNumberOptions');
  return { issued: [...issued], scheme: schemeOf(options), skipsIAndO: false };
}

/** Return all positions of notes and of deleted text, in ascending order. */
function positionsIn(nodes: readonly XmlNode[]): number[] {
  const positions: number[] = [];
  for (const node of nodes) {
    for (const note of isNotesPart(node) ? childNodes(node, 'ScriptNote') : []) {
      const range = noteRange(note);
      if (range) positions.push(range.start, range.end);
    }
    if (node.name === 'DeletedText')
      for (const place of childNodes(node)) {
        const offset = deletedTextOffset(place);
        if (offset !== null) positions.push(offset);
      }
  }
  return positions.sort((a, b) => a - b);
}

/**
 * Set the position of each paragraph in the file, and its text if one of the positions is in it.
 * Blank paragraphs and speeches of dual dialogues have none.
 */
function setAnchors(collector: Collector, positions: readonly number[]): void {
  const { starts, startElements, elements, length } = collector;
  for (const [paragraph, at] of starts.entries()) {
    const index = startElements[paragraph] as number;
    const element = elements[index];
    // A blank paragraph belongs to the next element and has no text.
    if (!element || startElements[paragraph + 1] === index) continue;
    const end = starts[paragraph + 1] ?? length;
    const last = positions[lastAtOrBefore(positions, end - 1)] ?? 0;
    const hasInner = last > at && last < end && element.dual === null;
    ensurePreserved(element).anchor = {
      at,
      length: end - at,
      ...(hasInner && { text: writtenText(element) }),
    };
  }
}

function isNotesPart({ name }: XmlNode): boolean {
  return name === 'ScriptNotes' || name === 'UnanchoredScriptNotes';
}

/** Return the notes of versions 5 and later, which name a range of characters of the script. */
function anchoredNotes(node: XmlNode, { starts, startElements, elements }: Collector): ScriptNote[] {
  if (!isNotesPart(node)) return [];
  return childNodes(node, 'ScriptNote').flatMap((note) => {
    const range = noteRange(note);
    const place = range ? lastAtOrBefore(starts, range.start) : -1;
    const elementIndex = startElements[place] ?? -1;
    return noteOf(note, elements[elementIndex] ? elementIndex : null);
  });
}
