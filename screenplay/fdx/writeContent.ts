import type { BlankParagraph, ElementType, ScriptElement } from '../element.ts';
import { fdxTypeNames } from '../elementTypes/table.ts';
import { normaliseParenthetical } from '../parenthetical.ts';
import { omittedSceneOf } from '../production/omittedText.ts';
import type { Revisions } from '../revisions/revisionSets.ts';
import { type PlannedContent, summaryXml } from './fromFountain.ts';
import { layoutAttributes } from './layoutOverride.ts';
import { omittedSceneXml } from './omittedScene.ts';
import {
  dualLength,
  type PreservedDual,
  type PreservedParagraph,
  type PreservedPosition,
} from './preserved.ts';
import { withRevisionIds } from './revisionRuns.ts';
import { type SceneProperties, withSceneProperties } from './sceneProperties.ts';
import { attributesFor, childrenOf, nothingPreserved, preservedOf } from './writtenParagraph.ts';
import { attributesXml, paragraphText, paragraphXml, parseNode } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/** The paragraphs of Content, and their positions. */
export interface WrittenContent {
  xml: string;
  /** Start and length of each element, in characters of the script as positions count them. */
  places: PreservedPosition[];
  /** Starts of the blank paragraphs before an element, by its index. */
  blankStarts: ReadonlyMap<number, number[]>;
  /** Length of the script in characters. */
  length: number;
}

interface ProductionContent {
  /** Pages and lengths of scenes, by the index of their headings. */
  properties?: ReadonlyMap<number, SceneProperties>;
  /** Sets of the script, which give runs their RevisionID. */
  revisions?: Revisions | undefined;
}

/**
 * Write elements as the paragraphs of Content. Restore preserved content of the source paragraph
 * from extras.fdx, with the current text in its runs.
 *
 * @param defaultAttributes attributes that the file gives every run
 * @param notes XML of new inline notes, by element index
 * @param planned Fountain content between the elements
 * @param production content that locks and revisions add
 */
export function writeContent(
  elements: readonly ScriptElement[],
  defaultAttributes: readonly Attribute[],
  notes: ReadonlyMap<number, string>,
  planned?: PlannedContent,
  { properties, revisions }: ProductionContent = {},
): WrittenContent {
  const writer = new ContentWriter(defaultAttributes, revisions);
  let dualEnd = -1;
  for (const [index, given] of elements.entries()) {
    const element = normaliseParenthetical(given);
    const preserved = preservedOf(element);
    if (index === dualEnd) writer.closeDual();
    const blanks = blanksOf(element, preserved);
    const end = index >= dualEnd ? endOfDual(elements, index) : null;
    const inside = end === null ? 0 : (preserved.blanksInDual ?? 0);
    if (preserved.before) writer.addXml(preserved.before);
    for (const xml of planned?.before.get(index) ?? [])
      writer.addBlank(xml, paragraphText(parseNode(xml)).length);
    for (const { xml, length } of blanks.slice(0, blanks.length - inside)) writer.addBlank(xml, length);
    if (end !== null) {
      dualEnd = end;
      writer.openDual(preserved.dual ?? noDual);
    }
    for (const { xml, length } of blanks.slice(blanks.length - inside)) writer.addBlank(xml, length);
    writer.addElement(element, preserved, {
      note: notes.get(index),
      summary: planned?.summaries.get(index),
      properties: properties?.get(index),
    });
  }
  if (dualEnd === elements.length) writer.closeDual();
  for (const xml of planned?.after ?? []) writer.addXml(xml);
  return writer.content();
}

/** Children that the writer adds to a paragraph. */
interface AddedChildren {
  /** XML of a new inline note. */
  note: string | undefined;
  summary: readonly string[] | undefined;
  properties: SceneProperties | undefined;
}

/** Writes paragraphs and counts their positions. */
class ContentWriter {
  readonly #defaultAttributes: readonly Attribute[];
  readonly #revisions: Revisions | undefined;
  readonly #openText: string;
  readonly #xml: string[] = [];
  readonly #places: PreservedPosition[] = [];
  readonly #blankStarts = new Map<number, number[]>();
  #offset = 0;
  /** End of the open dual dialogue; null outside of one. */
  #dualRest: string | null = null;

  constructor(defaultAttributes: readonly Attribute[], revisions: Revisions | undefined) {
    this.#defaultAttributes = defaultAttributes;
    this.#revisions = revisions;
    this.#openText = `<Text${attributesXml(defaultAttributes)}>`;
  }

  content(): WrittenContent {
    const xml = this.#xml.join('');
    return { xml, places: this.#places, blankStarts: this.#blankStarts, length: this.#offset };
  }

  /** Add a line that does not count as text. */
  addXml(xml: string): void {
    this.#xml.push(`    ${xml}\n`);
  }

  /** Add a paragraph that is none of our elements. */
  addBlank(xml: string, length: number): void {
    this.addXml(xml);
    if (this.#dualRest !== null) return;
    const starts = this.#blankStarts.get(this.#places.length);
    if (starts) starts.push(this.#offset);
    else this.#blankStarts.set(this.#places.length, [this.#offset]);
    this.#offset += length + 1;
  }

  openDual({ attributes, outside, inside }: PreservedDual): void {
    this.#dualRest = `${inside[1]}</DualDialogue>${outside[1]}</Paragraph>`;
    const open = `<Paragraph${attributesXml(attributes)}>${outside[0]}<DualDialogue>`;
    this.addXml(`${open}${inside[0]}`);
  }

  closeDual(): void {
    this.addXml(this.#dualRest ?? '');
    this.#dualRest = null;
    this.#offset += dualLength + 1;
  }

  addElement(
    element: ScriptElement,
    preserved: PreservedParagraph,
    { note, summary, properties }: AddedChildren,
  ): void {
    const isPlain = note === undefined && !summary && !properties;
    if (preserved === nothingPreserved && isPlain && isBare(element)) {
      const { content, elementType } = element;
      this.#xml.push(openParagraph[elementType], this.#openText, content, '</Text></Paragraph>\n');
      this.#addPlace(content.length);
      return;
    }
    const unmarked = childrenOf(element, preserved, this.#defaultAttributes);
    let children = withRevisionIds(unmarked, element, this.#revisions);
    const length = children.reduce(
      (sum, child) => sum + (typeof child === 'string' ? 0 : child[0].length),
      0,
    );
    if (note !== undefined) children.unshift(note);
    if (summary) children.unshift(summaryXml(summary));
    if (properties) children = withSceneProperties(children, properties);
    const omitted = omittedSceneOf(element);
    if (omitted && !omitted.isOfFile) children.push(omittedSceneXml(omitted));
    this.addXml(paragraphXml(attributesFor(element, preserved), children));
    this.#addPlace(length);
  }

  /** Add the position of an element. All elements of a dual dialogue have the position of that. */
  #addPlace(length: number): void {
    const isInDual = this.#dualRest !== null;
    this.#places.push({ at: this.#offset, length: isInDual ? dualLength : length });
    if (!isInDual) this.#offset += length + 1;
  }
}

const noDual: PreservedDual = { attributes: [], outside: ['', ''], inside: ['', ''] };

/** Opening tags of paragraphs that have only a type, as most do. */
const openParagraph = Object.fromEntries(
  Object.entries(fdxTypeNames).map(([type, name]) => [type, `    <Paragraph Type="${name}">`]),
) as Record<ElementType, string>;

// Emphasis marks, and characters that xmlText escapes or omits.
const special = /[^\n -%'-)+-;=?-[\]^`-}\u007F-\uD7FF\uE000-\uFFFD]/;

/** Return whether an element consists of only a type and a text without special characters. */
function isBare({ extras, originalType, sceneNumber, content }: ScriptElement): boolean {
  return extras === null && originalType === null && !sceneNumber && !special.test(content);
}

/** Return the end of the dual dialogue that this element opens; null if it opens none. */
function endOfDual(elements: readonly ScriptElement[], start: number): number | null {
  const opens = elements[start];
  if (opens?.dual !== 'left') return null;
  let end = start + 1;
  const continuesIn = (column: 'left' | 'right') => {
    const next = elements[end];
    return next !== undefined && next.dual === column && !preservedOf(next).dual;
  };
  while (continuesIn('left')) end++;
  const rightFrom = end;
  while (continuesIn('right')) end++;
  return end > rightFrom || preservedOf(opens).dual ? end : null;
}

interface Blank {
  xml: string;
  length: number;
}

function blanksOf(element: ScriptElement, preserved: PreservedParagraph): Blank[] {
  const blanks = element.extras?.blanksBefore ?? [];
  const raw = preserved.blanks?.length === blanks.length ? preserved.blanks : null;
  return blanks.map((blank, index) => {
    const xml = raw?.[index];
    return xml ? { xml, length: paragraphText(parseNode(xml)).length } : { xml: blankXml(blank), length: 0 };
  });
}

function blankXml({ type, layout }: BlankParagraph): string {
  return paragraphXml([['Type', type], ...(layout ? layoutAttributes(layout) : [])], [['', []]]);
}
