import type { Attribute } from '../fdx/xmlParser.ts';

/** Maximum depth of the XML of a Word document. */
export const maxWordDepth = 200;

export function wordAttribute(attributes: readonly Attribute[], name: string): string | undefined {
  return attributes.find(([key]) => key === name || key.endsWith(`:${name}`))?.[1];
}

/** Name of an element without its namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
