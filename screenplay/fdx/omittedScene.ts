import type { OmittedElement, OmittedScene } from '../element.ts';
import { isHeadingType } from '../elementTypes/predicates.ts';
import { fdxTypeNames } from '../elementTypes/table.ts';
import { contentOfRuns, runsOf } from './text.ts';
import { meaningOf } from './typeNames.ts';
import { attributesOf, childNodes, paragraphText, paragraphXml, parseNode, type XmlRun } from './xml.ts';

/** Longer ones are only preserved. */
const maxLength = 1_000_000;

export function isOmittedScene(child: XmlRun | string | null): boolean {
  return typeof child === 'string' && child.startsWith('<OmittedScene');
}

/** Read the omitted scene of a heading; null if it has none. */
export function readOmittedScene(children: readonly (XmlRun | string)[]): OmittedScene | null {
  const xml = children.find(isOmittedScene);
  if (typeof xml !== 'string' || xml.length > maxLength) return null;
  const elements = childNodes(parseNode(xml), 'Paragraph').flatMap((paragraph): OmittedElement[] => {
    const { elementType } = meaningOf(paragraph.attributes.Type);
    const runs = childNodes(paragraph, 'Text').map((text): XmlRun => {
      return [paragraphText({ name: '', attributes: {}, children: [text] }), attributesOf(text.attributes)];
    });
    const content = contentOfRuns(elementType, runs);
    return content.trim() === '' ? [] : [{ elementType, content }];
  });
  const [first, ...others] = elements;
  const heading = first && isHeadingType(first.elementType) ? first.content : '';
  return { heading, elements: heading === '' ? elements : others, isOfFile: true };
}

/** Return the child of a heading that holds the paragraphs of its omitted scene. */
export function omittedSceneXml({ heading, elements }: OmittedScene): string {
  const paragraph = (type: string, content: string) => paragraphXml([['Type', type]], runsOf(content, []));
  const others = elements.map(({ elementType, content }) => paragraph(fdxTypeNames[elementType], content));
  return `<OmittedScene>${paragraph('Scene Heading', heading)}${others.join('')}</OmittedScene>`;
}
