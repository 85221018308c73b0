import type { ParseResult, ScriptNote } from '../screenplay.ts';
import { type Collector, keptBy } from './collect.ts';
import { lastAtOrBefore, noteOf, noteRange } from './notes.ts';
import type { PreservedFile } from './preserved.ts';
import { fdxReceipt } from './receipt.ts';
import { fdxFormat } from './settings.ts';
import { fdxTitlePage } from './titlePage.ts';
import { childNodes, type XmlNode } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/** What the reader found around the script. */
export interface SourceFile {
  attributes: Attribute[];
  /** XML of the root's children but Content. */
  parts: string[];
  /** How many parts stand before Content; -1 while there is none. */
  contentAt: number;
  contentAttributes: Attribute[];
  /** Those parts that mean something to us, as trees. */
  nodes: XmlNode[];
}

const read = new Set([
  'TitlePage',
  'PageLayout',
  'MoresAndContinueds',
  'ElementSettings',
  'ScriptNotes',
  'UnanchoredScriptNotes',
  'ScriptNote',
  'HeaderAndFooter',
  'Outlines',
]);

/** Whether a kept part also is read, as a tree. */
export function isRead(name: string): boolean {
  return read.has(name);
}

/** The parts of a file and its script → the result of the import. */
export function assemble(file: SourceFile, collector: Collector): ParseResult {
  const { elements, kept, uncertain, lost } = collector;
  const typeNames = new Set<string>();
  let hasNumbers = false;
  for (const element of elements) {
    if (element.originalType !== null) typeNames.add(element.originalType);
    if (element.sceneNumber != null) hasNumbers = true;
  }
  const titleNode = file.nodes.find((node) => node.name === 'TitlePage');
  const source: PreservedFile = {
    // What is written on a template is a script.
    attributes: file.attributes.map(([name, value]) => [name, name === 'Template' ? 'No' : value]),
    parts: file.parts,
    contentAt: file.contentAt,
    contentAttributes: file.contentAttributes,
    rest: collector.rest(),
    runAttributes: collector.runAttributes,
  };
  return {
    ok: true,
    screenplay: {
      titlePage: fdxTitlePage(titleNode ?? null),
      elements,
      format: fdxFormat(file.nodes, typeNames, hasNumbers),
      source: { fdx: source },
    },
    notes: [...collector.notes, ...file.nodes.flatMap((node) => anchoredNotes(node, collector))],
    receipt: fdxReceipt(elements, kept, uncertain, lost),
  };
}

/** Notes of version 5 and later, which name a range of characters of the script. */
function anchoredNotes(node: XmlNode, { starts, startElements, elements }: Collector): ScriptNote[] {
  if (node.name !== 'ScriptNotes' && node.name !== 'UnanchoredScriptNotes') return [];
  return childNodes(node, 'ScriptNote').flatMap((note) => {
    const range = noteRange(note);
    const place = range ? lastAtOrBefore(starts, range.start) : -1;
    const elementIndex = startElements[place] ?? -1;
    const element = elements[elementIndex];
    if (!element) return noteOf(note, null);
    // A note on a blank paragraph stands at the element after it, but does not move with it.
    if (startElements[place + 1] !== elementIndex) {
      const at = starts[place] ?? 0;
      keptBy(element).anchor = { at, length: (starts[place + 1] ?? range?.end ?? at) - at };
    }
    return noteOf(note, elementIndex);
  });
}
