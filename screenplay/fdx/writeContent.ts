import type { BlankParagraph, ElementType, ScriptElement } from '../element.ts';
import { fdxTypeNames } from '../format.ts';
import { normaliseParenthetical } from '../parenthetical.ts';
import { type PlannedContent, summaryXml } from './fromFountain.ts';
import { isLayoutAttribute, layoutAttributes, layoutOf } from './layoutOverride.ts';
import type { PreservedDual, PreservedParagraph, PreservedPosition } from './preserved.ts';
import { presentChildren, withDefaultAttributes } from './preservedRuns.ts';
import { isDeepEqual } from './same.ts';
import { runsOf } from './text.ts';
import { meaningOf, typeNameOf } from './typeNames.ts';
import { attributesXml, paragraphText, paragraphXml, parseNode, type XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/** The paragraphs of Content, and where things stand in them. */
export interface WrittenContent {
  xml: string;
  /** Where each element begins and how long it is, in characters of the script as anchored notes count. */
  places: PreservedPosition[];
}

/**
 * Elements → the paragraphs of Content. What the source paragraph had comes back from extras.fdx, with the text of
 * now in its runs.
 * @param usual attributes that the file gives every run
 * @param notes XML of new inline notes, by element index
 * @param planned what a Fountain file had between the elements
 */
export function writeContent(
  elements: readonly ScriptElement[],
  usual: readonly Attribute[],
  notes: ReadonlyMap<number, string>,
  planned?: PlannedContent,
): WrittenContent {
  const parts: string[] = [];
  const places: WrittenContent['places'] = [];
  let offset = 0;
  let dualEnd = -1;
  let dualRest = '';
  const openText = `<Text${attributesXml(usual)}>`;
  const addBlanks = (blanks: Blank[]) => {
    for (const { xml, length } of blanks) {
      parts.push(`    ${xml}\n`);
      offset += length + 1;
    }
  };
  for (const [index, given] of elements.entries()) {
    const element = normaliseParenthetical(given);
    const kept = keptOf(element);
    if (index === dualEnd) parts.push(`    ${dualRest}\n`);
    const blanks = blanksOf(element, kept);
    const end = index >= dualEnd ? endOfDual(elements, index) : null;
    const inside = end === null ? 0 : (kept.blanksInDual ?? 0);
    if (kept.before) parts.push(`    ${kept.before}\n`);
    for (const xml of planned?.before.get(index) ?? []) {
      parts.push(`    ${xml}\n`);
      offset += paragraphText(parseNode(xml)).length + 1;
    }
    addBlanks(blanks.slice(0, blanks.length - inside));
    if (end !== null) {
      dualEnd = end;
      const dual = kept.dual ?? noDual;
      dualRest = `${dual.inside[1]}</DualDialogue>${dual.outside[1]}</Paragraph>`;
      const open = `<Paragraph${attributesXml(dual.attributes)}>${dual.outside[0]}<DualDialogue>`;
      parts.push(`    ${open}${dual.inside[0]}\n`);
    }
    addBlanks(blanks.slice(blanks.length - inside));
    const note = notes.get(index);
    const summary = planned?.summaries.get(index);
    if (kept === nothingKept && note === undefined && !summary && isBare(element)) {
      const { content } = element;
      parts.push(openParagraph[element.elementType], openText, content, '</Text></Paragraph>\n');
      places.push({ at: offset, length: content.length });
      offset += content.length + 1;
      continue;
    }
    const children = childrenOf(element, kept, usual);
    const length = children.reduce(
      (sum, child) => sum + (typeof child === 'string' ? 0 : child[0].length),
      0,
    );
    if (note !== undefined) children.unshift(note);
    if (summary) children.unshift(summaryXml(summary));
    parts.push(`    ${paragraphXml(attributesFor(element, kept), children)}\n`);
    places.push({ at: offset, length });
    offset += length + 1;
  }
  if (dualEnd === elements.length) parts.push(`    ${dualRest}\n`);
  for (const xml of planned?.after ?? []) parts.push(`    ${xml}\n`);
  return { xml: parts.join(''), places };
}

const noDual: PreservedDual = { attributes: [], outside: ['', ''], inside: ['', ''] };

export function keptOf(element: ScriptElement): PreservedParagraph {
  return (element.extras?.fdx as PreservedParagraph | undefined) ?? nothingKept;
}

const nothingKept: PreservedParagraph = {};

/** How a paragraph begins that has nothing but its type, as most have. */
const openParagraph = Object.fromEntries(
  Object.entries(fdxTypeNames).map(([type, name]) => [type, `    <Paragraph Type="${name}">`]),
) as Record<ElementType, string>;

// Marks, and what xmlText escapes or leaves out.
const special = /[^\n -%'-)+-;=?-[\]^`-}\u007F-\uD7FF\uE000-\uFFFD]/;

/** Whether the element is its type and a text that stands for itself. */
function isBare({ extras, originalType, sceneNumber, content }: ScriptElement): boolean {
  return extras === null && originalType === null && !sceneNumber && !special.test(content);
}

/** Where the dual dialogue ends that this element opens; null where it opens none. */
function endOfDual(elements: readonly ScriptElement[], start: number): number | null {
  const opens = elements[start];
  if (opens?.dual !== 'left') return null;
  let end = start + 1;
  const goesOn = (column: 'left' | 'right') => {
    const next = elements[end];
    return next !== undefined && next.dual === column && !keptOf(next).dual;
  };
  while (goesOn('left')) end++;
  const rightFrom = end;
  while (goesOn('right')) end++;
  return end > rightFrom || keptOf(opens).dual ? end : null;
}

interface Blank {
  xml: string;
  length: number;
}

function blanksOf(element: ScriptElement, kept: PreservedParagraph): Blank[] {
  const blanks = element.extras?.blanksBefore ?? [];
  const raw = kept.blanks?.length === blanks.length ? kept.blanks : null;
  return blanks.map((blank, index) => {
    const xml = raw?.[index];
    return xml ? { xml, length: paragraphText(parseNode(xml)).length } : { xml: blankXml(blank), length: 0 };
  });
}

function blankXml({ type, layout }: BlankParagraph): string {
  return paragraphXml([['Type', type], ...(layout ? layoutAttributes(layout) : [])], [['', []]]);
}

function attributesFor(element: ScriptElement, kept: PreservedParagraph): Attribute[] {
  const { elementType, sceneNumber } = element;
  const isNumbered = elementType === 'scene_heading' && !!sceneNumber;
  let attributes = kept.attributes ?? [];
  if (isNumbered) attributes = attributes.filter(([name]) => name !== 'Number');
  const layout = element.extras?.layout ?? null;
  const before = layoutOf(attributes);
  const around = layoutOf(kept.dual?.attributes ?? [])?.startsNewPage
    ? { ...before, startsNewPage: true }
    : before;
  if (!isDeepEqual(around, layout)) {
    const others = attributes.filter(([name]) => !isLayoutAttribute(name));
    attributes = [...others, ...(layout ? layoutAttributes(layout) : [])];
  }
  const type = typeFor(element, kept);
  return [
    ...(isNumbered ? [['Number', sceneNumber] satisfies Attribute] : []),
    ...attributes,
    ...(type === null ? [] : [['Type', type] satisfies Attribute]),
  ];
}

/** The name as the file had it while it says what the element still is, else ours; null for no name. */
function typeFor({ elementType, originalType }: ScriptElement, kept: PreservedParagraph): string | null {
  const name = typeNameOf(elementType, originalType);
  if (kept.type === undefined) return name;
  const meaning = meaningOf(kept.type ?? undefined);
  const isSameType =
    meaning.elementType === elementType || (elementType === 'action' && meaning.role === 'speech');
  return isSameType && (meaning.originalType ?? kept.type)?.trim().toLowerCase() === name.trim().toLowerCase()
    ? kept.type
    : name;
}

function childrenOf(
  element: ScriptElement,
  kept: PreservedParagraph,
  usual: readonly Attribute[],
): (XmlRun | string)[] {
  const made = runsOf(element.content, usual);
  const now = presentChildren(element, kept)?.filter((child) => isOwn(child, element));
  if (now) return kept.own ? withDefaultAttributes(now, usual) : now;
  const keptChildren = kept.children?.filter((child) => isOwn(child, element));
  if (!keptChildren) return made;
  // The text was made by us before: it stands where that stood.
  const at = keptChildren.indexOf(null);
  const others = keptChildren.filter((child) => child !== null);
  return at < 0 ? [...others, ...made] : [...others.slice(0, at), ...made, ...others.slice(at)];
}

/** Length, page and title of a scene are no part of what was a heading once and is another of our types now. */
function isOwn(child: XmlRun | string | null, { elementType, originalType }: ScriptElement): boolean {
  const isHeading = elementType === 'scene_heading' || originalType !== null;
  return isHeading || typeof child !== 'string' || !child.startsWith('<SceneProperties');
}
