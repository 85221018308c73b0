import type { PreservedParagraph } from './preserved.ts';
import { runsOf } from './text.ts';
import { attributeOf, type XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/**
 * Return the children of a paragraph that its element must preserve; undefined if the writer would
 * create the same ones.
 */
export function childrenToPreserve(
  content: string,
  children: (XmlRun | string)[],
  runs: XmlRun[],
  defaultAttributes: readonly Attribute[],
): PreservedParagraph['children'] {
  const first = runs[0];
  if (!first) return children;
  if (
    !runs.every((run) => hasDefaultAttributes(run, defaultAttributes)) ||
    !isSameRuns(runs, runsOf(content, defaultAttributes))
  )
    return children;
  if (runs.length === children.length) return undefined;
  const from = children.indexOf(first);
  const isTogether = children.slice(from, from + runs.length).every((child) => typeof child !== 'string');
  return isTogether ? [...children.slice(0, from), null, ...children.slice(from + runs.length)] : children;
}

/**
 * Return the default attributes of all runs of a file. Fade In gives every run a RevisionID="0"
 * without meaning, which elements need not preserve.
 */
export function defaultRunAttributes(run: XmlRun | undefined): Attribute[] {
  const others = run?.[1].filter(([name]) => name !== 'Style') ?? [];
  return others.length === 1 && attributeOf(others, 'RevisionID') === '0' ? others : [];
}

/** Return whether a run has only attributes that the writer would give it. */
function hasDefaultAttributes(run: XmlRun, defaultAttributes: readonly Attribute[]): boolean {
  return run[1].every(([name, value]) => name === 'Style' || attributeOf(defaultAttributes, name) === value);
}

function isSameRuns(a: readonly XmlRun[], b: readonly XmlRun[]): boolean {
  return a.length === b.length && a.every((run, index) => isSameRun(run, b[index]));
}

/** Compare two runs; the order of attributes does not count. */
function isSameRun(a: XmlRun, b: XmlRun | undefined): boolean {
  if (!b || a[0] !== b[0] || a[1].length !== b[1].length) return false;
  return a[1].every(([name, value]) => attributeOf(b[1], name) === value);
}
