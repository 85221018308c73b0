import type { ScriptElement } from '../element.ts';
import { isHeadingType } from '../elementTypes/predicates.ts';
import type { ScriptFormat } from '../format.ts';
import { visibleElements } from '../hidden.ts';
import { sceneEighths, writeEighths } from '../layout/eighths.ts';
import { pageLabelAt } from '../layout/pageNumbers.ts';
import { paginate } from '../layout/paginate.ts';
import type { PageLock } from '../production/pageLock.ts';
import { provideLockRules } from '../production/provideLockRules.ts';
import { stretchesOf } from '../stretches.ts';
import { templateElement } from './template.ts';
import { nodeXml, parseNode, type XmlRun } from './xml.ts';

provideLockRules();

/** Page label and length of a scene, as Final Draft writes them. */
export interface SceneProperties {
  page: string;
  length: string;
}

/**
 * Return the properties of scenes by the index of their headings, while the pages are locked: of
 * those that were added, omitted, or are on another page than when the pages were locked. The
 * others keep those of their file. Final Draft computes them again when it opens a file.
 */
export function lockedSceneProperties(
  elements: readonly ScriptElement[],
  format: ScriptFormat,
): ReadonlyMap<number, SceneProperties> {
  const properties = new Map<number, SceneProperties>();
  if (!format.pageLock) return properties;
  const shown = visibleElements(elements, format);
  const indexOf = new Map(elements.map((element, index) => [element, index]));
  const pagination = paginate(shown, format);
  for (const scene of stretchesOf(shown)) {
    const heading = shown[scene.from] as ScriptElement;
    const index = indexOf.get(heading);
    if (index === undefined || !isHeadingType(heading.elementType)) continue;
    const page = pageLabelAt(pagination, scene.from);
    const eighths = sceneEighths(pagination, scene);
    if (eighths > 0 && heading.extras?.fdx && page === lockedLabelOf(heading, format.pageLock)) continue;
    properties.set(index, { page, length: writeEighths(eighths) });
  }
  return properties;
}

/** Return the label of the page on which an element was locked. */
function lockedLabelOf({ extras }: ScriptElement, { id, labels }: PageLock): string | undefined {
  const place = extras?.lockedPlace;
  return place?.lock === id ? labels[place.page] : undefined;
}

/** Set page and length in the SceneProperties among the children of a heading. */
export function withSceneProperties(
  children: readonly (XmlRun | string)[],
  { page, length }: SceneProperties,
): (XmlRun | string)[] {
  const at = children.findIndex((child) => typeof child === 'string' && child.startsWith('<SceneProperties'));
  if (at < 0)
    return [
      nodeXml(templateElement('SceneProperties', { Length: length, Page: page, Title: '' })),
      ...children,
    ];
  const node = parseNode(children[at] as string);
  if (node.attributes.Page === page && node.attributes.Length === length) return [...children];
  Object.assign(node.attributes, { Page: page, Length: length });
  return children.with(at, nodeXml(node));
}
