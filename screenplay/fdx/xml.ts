import { type Attribute, type XmlHandler, XmlParser } from './xmlParser.ts';

/** An XML element with its content. Used for small parts of a file, never for the script itself. */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: (XmlNode | string)[];
}

/** A Text of a paragraph: its text as in the file, and its attributes. */
export type XmlRun = [text: string, attributes: Attribute[]];

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escape text for use between tags. Characters that XML 1.0 does not allow are left out. */
export function xmlText(text: string): string {
  return suspect.test(text)
    ? legal(text).replace(/[&<>\r]/g, (character) => references[character] ?? '')
    : text;
}

/** Escape text for use inside double quotes. */
export function xmlAttribute(text: string): string {
  return suspect.test(text) ? legal(text).replace(/[&<>"\t\n\r]/g, (it) => references[it] ?? '') : text;
}

// Most texts have none of these characters and need no second pass.
const suspect = /[^\n -!#-%'-;=?-\uD7FF\uE000-\uFFFD]/;

function legal(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

export function attributesXml(attributes: Iterable<Attribute>): string {
  let xml = '';
  for (const [name, value] of attributes) xml += ` ${name}="${xmlAttribute(value)}"`;
  return xml;
}

export function attributeOf(attributes: readonly Attribute[], name: string): string | undefined {
  for (const attribute of attributes) if (attribute[0] === name) return attribute[1];
  return undefined;
}

export function attributesOf(record: Record<string, string>): Attribute[] {
  return Object.entries(record);
}

export function nodeXml(node: XmlNode): string {
  const parts: string[] = [];
  write(node, parts);
  return parts.join('');
}

function write(node: XmlNode, parts: string[]): void {
  parts.push(`<${node.name}${attributesXml(attributesOf(node.attributes))}`);
  if (node.children.length === 0) {
    parts.push('/>');
    return;
  }
  parts.push('>');
  for (const child of node.children) {
    if (typeof child === 'string') parts.push(xmlText(child));
    else write(child, parts);
  }
  parts.push(`</${node.name}>`);
}

/** Return attributes by name, safe for any name. */
export function attributeRecord(attributes: readonly Attribute[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null);
  for (const [name, value] of attributes) record[name] = value;
  return record;
}

class NodeHandler implements XmlHandler {
  readonly top: XmlNode = { name: '', attributes: {}, children: [] };
  readonly #open = [this.top];

  open(name: string, attributes: Attribute[]): void {
    const node: XmlNode = { name, attributes: attributeRecord(attributes), children: [] };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  text(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  close(): void {
    this.#open.pop();
  }
}

/** Parse the output of `nodeXml`. Throws on anything but one well-formed element. */
export function parseNode(xml: string): XmlNode {
  const handler = new NodeHandler();
  const parser = new XmlParser(handler);
  parser.write(xml);
  parser.close();
  const root = childNodes(handler.top)[0];
  if (!root) throw new Error('parseNode: the XML has no root element');
  return root;
}

/** Return the child elements of a node, all or those of one name. */
export function childNodes(node: XmlNode, name?: string): XmlNode[] {
  const nodes: XmlNode[] = [];
  for (const child of node.children) {
    if (typeof child !== 'string' && (name === undefined || child.name === name)) nodes.push(child);
  }
  return nodes;
}

export function childNode(node: XmlNode, name: string): XmlNode | null {
  return childNodes(node, name)[0] ?? null;
}

/** Return the text of one FDX paragraph: its Text children, joined without a separator. */
export function paragraphText(paragraph: XmlNode): string {
  let text = '';
  for (const run of childNodes(paragraph, 'Text')) {
    for (const child of run.children) if (typeof child === 'string') text += child;
  }
  return text;
}

/** Return the XML of a whole Paragraph: its runs, and XML of anything else. */
export function paragraphXml(attributes: Attribute[], children: (XmlRun | string)[]): string {
  const open = `<Paragraph${attributesXml(attributes)}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.map(childXml).join('')}</Paragraph>`;
}

export function childXml(child: XmlRun | string): string {
  return typeof child === 'string' ? child : `<Text${attributesXml(child[1])}>${xmlText(child[0])}</Text>`;
}
