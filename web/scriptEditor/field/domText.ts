import type { Span } from '#screenplay/emphasis.ts';
import { type Look, normaliseSpans, plain } from '#screenplay/styled.ts';
import { markupStyle } from '../clipboard/markupStyle.ts';
import type { LiveText, TextRange } from './liveText.ts';

/*
 * A field contains text, <b>, <i>, <u> and <s> nested in any order, and line breaks as line feeds
 * or <br>. Other markup of browsers is understood, and the field is rendered again without it.
 */

/** Text node or line break of the field. */
export interface Leaf {
  node: Text | HTMLBRElement;
  from: number;
  to: number;
  style: Look;
}

export interface Reading {
  live: LiveText;
  leaves: Leaf[];
  /** Whether the field contains other markup. */
  isForeign: boolean;
}

const own = new Set(['B', 'I', 'U', 'S']);
const blocks = new Set([
  'DIV',
  'P',
  'LI',
  'UL',
  'OL',
  'BLOCKQUOTE',
  'PRE',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
]);

/** Read the text of a field. */
export function readField(field: HTMLElement): Reading {
  const leaves: Leaf[] = [];
  const spans: Span[] = [];
  let text = '';
  let isForeign = false;
  const add = (node: Leaf['node'], data: string, style: Leaf['style']) => {
    const from = text.length;
    text += data;
    leaves.push({ node, from, to: text.length, style });
    spans.push({ ...style, from, to: text.length });
  };
  const read = (parent: Node, style: Leaf['style']) => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) add(node, node.data, style);
      else if (node instanceof HTMLBRElement) add(node, '\n', style);
      else if (node instanceof HTMLElement) {
        if (!own.has(node.tagName) || node.attributes.length > 0) isForeign = true;
        // A block element starts a new line.
        if (blocks.has(node.tagName) && text !== '' && !text.endsWith('\n')) text += '\n';
        read(node, markupStyle(node.tagName, node.getAttribute('style'), style));
      } else isForeign = true;
    }
  };
  read(field, plain);
  // Browsers end a text whose last line is empty with one more line break.
  if (text.endsWith('\n')) text = text.slice(0, -1);
  const shown = spans.map((span) => ({ ...span, to: Math.min(span.to, text.length) }));
  return { live: { text, spans: normaliseSpans(shown) }, leaves, isForeign };
}

/** Replace the content of the field. */
export function renderField(field: HTMLElement, live: LiveText): void {
  const nodes = nodesOf(live);
  if (live.text.endsWith('\n')) nodes.push(document.createElement('br'));
  field.replaceChildren(...nodes);
}

/**
 * Return the nodes that show a text. With `isBroken`, line breaks are elements, as inserted HTML
 * needs.
 */
export function nodesOf({ text, spans }: LiveText, isBroken = false): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  const add = (from: number, to: number, style: Look) => {
    if (from >= to) return;
    nodes.push(wrapped(isBroken ? withBreaks(text.slice(from, to)) : new Text(text.slice(from, to)), style));
  };
  for (const span of spans) {
    add(at, span.from, plain);
    add(span.from, span.to, span);
    at = span.to;
  }
  add(at, text.length, plain);
  return nodes;
}

/** Convert a position in the document to an offset in the text. */
export function offsetAt({ live, leaves }: Reading, node: Node, offset: number): number {
  const last = live.text.length;
  if (node instanceof Text) {
    const leaf = leaves.find((each) => each.node === node);
    return leaf ? Math.min(leaf.from + offset, last) : 0;
  }
  // Between two nodes the offset is the start of the next one.
  const next = node.childNodes[offset];
  const place = document.createRange();
  if (next) place.setStartBefore(next);
  else place.setStart(node, node.childNodes.length);
  const following = leaves.find((leaf) => place.comparePoint(leaf.node, 0) >= 0);
  return Math.min(following?.from ?? last, last);
}

/** Convert an offset to a position in the field; at the edge of a style, on the side before it. */
export function domPointAt(
  field: HTMLElement,
  { leaves }: Reading,
  offset: number,
): { node: Node; offset: number } {
  let breakBefore: Leaf | null = null;
  for (const leaf of leaves) {
    if (leaf.to < offset) continue;
    if (leaf.node instanceof Text) {
      return { node: leaf.node, offset: Math.max(0, offset - leaf.from) };
    }
    if (leaf.from >= offset) return besides(leaf.node, 0);
    breakBefore = leaf;
  }
  if (breakBefore) return besides(breakBefore.node, 1);
  return { node: field, offset: field.childNodes.length };
}

function besides(node: ChildNode, after: 0 | 1): { node: Node; offset: number } {
  const parent = node.parentNode as Node;
  return { node: parent, offset: [...parent.childNodes].indexOf(node) + after };
}

function withBreaks(text: string): Node {
  const fragment = document.createDocumentFragment();
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) fragment.append(document.createElement('br'));
    if (line !== '') fragment.append(line);
  }
  return fragment;
}

function wrapped(node: Node, style: Look): Node {
  let inner = node;
  const wrap = (tag: 'b' | 'i' | 'u' | 's') => {
    const wrapper = document.createElement(tag);
    wrapper.append(inner);
    inner = wrapper;
  };
  if (style.isStruck) wrap('s');
  if (style.isUnderlined) wrap('u');
  if (style.isItalic) wrap('i');
  if (style.isBold) wrap('b');
  return inner;
}

/** Return whether the style changes within a range. */
export function hasMixedStyles({ spans }: LiveText, { start, end }: TextRange): boolean {
  const isWithin = (offset: number) => start < offset && offset < end;
  return spans.some(({ from, to }) => isWithin(from) || isWithin(to));
}
