import type { ParseResult, ScriptNote } from '../screenplay.ts';
import { type Collector, ensurePreserved } from './collect.ts';
import { lastAtOrBefore, noteOf, noteRange } from './notes.ts';
import type { PreservedFile } from './preserved.ts';
import { fdxReceipt } from './receipt.ts';
import { fdxFormat } from './settings.ts';
import { fdxTitlePage } from './titlePage.ts';
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
  const source: PreservedFile = {
    // A script that starts from a template is not a template.
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

/** Return the notes of versions 5 and later, which name a range of characters of the script. */
function anchoredNotes(node: XmlNode, { starts, startElements, elements }: Collector): ScriptNote[] {
  if (node.name !== 'ScriptNotes' && node.name !== 'UnanchoredScriptNotes') return [];
  return childNodes(node, 'ScriptNote').flatMap((note) => {
    const range = noteRange(note);
    const place = range ? lastAtOrBefore(starts, range.start) : -1;
    const elementIndex = startElements[place] ?? -1;
    const element = elements[elementIndex];
    if (!element) return noteOf(note, null);
    // A note on a blank paragraph belongs to the next element but does not move with it.
    if (startElements[place + 1] !== elementIndex) {
      const at = starts[place] ?? 0;
      ensurePreserved(element).anchor = { at, length: (starts[place + 1] ?? range?.end ?? at) - at };
    }
    return noteOf(note, elementIndex);
  });
}
