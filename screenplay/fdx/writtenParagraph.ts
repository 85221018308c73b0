import type { ScriptElement } from '../element.ts';
import { isActionType, isHeadingType } from '../elementTypes/predicates.ts';
import { normaliseParenthetical } from '../parenthetical.ts';
import { isLayoutAttribute, layoutAttributes, layoutOf } from './layoutOverride.ts';
import { isOmittedScene } from './omittedScene.ts';
import type { PreservedParagraph } from './preserved.ts';
import { presentChildren, withDefaultAttributes } from './preservedRuns.ts';
import { isDeepEqual } from './same.ts';
import { runsOf } from './text.ts';
import { meaningOf, typeNameOf } from './typeNames.ts';
import type { XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/*
 * The paragraph of one element, with what its source paragraph had and the element still is.
 */

export const nothingPreserved: PreservedParagraph = {};

/** Return what is preserved of the source paragraph. */
export function preservedOf(element: ScriptElement): PreservedParagraph {
  return (element.extras?.fdx as PreservedParagraph | undefined) ?? nothingPreserved;
}

/** Return the attributes of an element's paragraph: those of the file, with its present facts. */
export function attributesFor(element: ScriptElement, preserved: PreservedParagraph): Attribute[] {
  const { elementType, sceneNumber } = element;
  const isNumbered = isHeadingType(elementType) && !!sceneNumber;
  let attributes = preserved.attributes ?? [];
  if (isNumbered) attributes = attributes.filter(([name]) => name !== 'Number');
  const layout = element.extras?.layout ?? null;
  const before = layoutOf(attributes);
  const around = layoutOf(preserved.dual?.attributes ?? [])?.startsNewPage
    ? { ...before, startsNewPage: true }
    : before;
  if (!isDeepEqual(around, layout)) {
    const others = attributes.filter(([name]) => !isLayoutAttribute(name));
    attributes = [...others, ...(layout ? layoutAttributes(layout) : [])];
  }
  const type = typeFor(element, preserved);
  return [
    ...(isNumbered ? [['Number', sceneNumber] satisfies Attribute] : []),
    ...attributes,
    ...(type === null ? [] : [['Type', type] satisfies Attribute]),
  ];
}

/** Return the file's type name if it still matches the element, else ours; null for no name. */
function typeFor({ elementType, originalType }: ScriptElement, preserved: PreservedParagraph): string | null {
  const name = typeNameOf(elementType, originalType);
  if (preserved.type === undefined) return name;
  const meaning = meaningOf(preserved.type ?? undefined);
  const isSameType =
    meaning.elementType === elementType || (isActionType(elementType) && meaning.role === 'speech');
  return isSameType &&
    (meaning.originalType ?? preserved.type)?.trim().toLowerCase() === name.trim().toLowerCase()
    ? preserved.type
    : name;
}

/** Return the text of an element as it is written: that of its runs. */
export function writtenText(element: ScriptElement): string {
  const written = normaliseParenthetical(element);
  return childrenOf(written, preservedOf(written), [])
    .map((child) => (typeof child === 'string' ? '' : child[0]))
    .join('');
}

/** Return the runs and other children of an element's paragraph, with its present text. */
export function childrenOf(
  element: ScriptElement,
  preserved: PreservedParagraph,
  defaultAttributes: readonly Attribute[],
): (XmlRun | string)[] {
  const made = runsOf(element.content, defaultAttributes);
  const now = presentChildren(element, preserved)?.filter((child) => belongsToElement(child, element));
  if (now) return preserved.own ? withDefaultAttributes(now, defaultAttributes) : now;
  const preservedChildren = preserved.children?.filter((child) => belongsToElement(child, element));
  if (!preservedChildren) return made;
  // The writer created the text before: it goes to the same position.
  const at = preservedChildren.indexOf(null);
  const others = preservedChildren.filter((child) => child !== null);
  return at < 0 ? [...others, ...made] : [...others.slice(0, at), ...made, ...others.slice(at)];
}

/**
 * Return whether a child still belongs to the element. Length, page and title of a scene do not
 * when a former heading has become another type.
 */
function belongsToElement(
  child: XmlRun | string | null,
  { elementType, originalType, extras }: ScriptElement,
): boolean {
  // Text of a scene that was restored, or omitted again. Of older imports it is not known.
  if (isOmittedScene(child)) return extras?.omitted === undefined || extras.omitted?.isOfFile === true;
  const isHeading = isHeadingType(elementType) || originalType !== null;
  return isHeading || typeof child !== 'string' || !child.startsWith('<SceneProperties');
}
