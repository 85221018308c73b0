import type { PreservedParagraph } from './preserved.ts';
import { runsOf } from './text.ts';
import { attributeOf, type XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/** What a paragraph's element must remember of its children: undefined where the writer makes just those. */
export function childrenToKeep(
  content: string,
  children: (XmlRun | string)[],
  runs: XmlRun[],
  usual: readonly Attribute[],
): PreservedParagraph['children'] {
  const first = runs[0];
  if (!first) return children;
  if (!runs.every((run) => hasUsualAttributes(run, usual)) || !isSameRuns(runs, runsOf(content, usual)))
    return children;
  if (runs.length === children.length) return undefined;
  const from = children.indexOf(first);
  const isTogether = children.slice(from, from + runs.length).every((child) => typeof child !== 'string');
  return isTogether ? [...children.slice(0, from), null, ...children.slice(from + runs.length)] : children;
}

/** Fade In gives every run RevisionID="0", which says nothing; elements need not remember that. */
export function defaultRunAttributes(run: XmlRun | undefined): Attribute[] {
  const others = run?.[1].filter(([name]) => name !== 'Style') ?? [];
  return others.length === 1 && attributeOf(others, 'RevisionID') === '0' ? others : [];
}

/** Whether it has nothing that the writer could not give it. */
function hasUsualAttributes(run: XmlRun, usual: readonly Attribute[]): boolean {
  return run[1].every(([name, value]) => name === 'Style' || attributeOf(usual, name) === value);
}

function isSameRuns(a: readonly XmlRun[], b: readonly XmlRun[]): boolean {
  return a.length === b.length && a.every((run, index) => isSameRun(run, b[index]));
}

/** The order of attributes does not count. */
function isSameRun(a: XmlRun, b: XmlRun | undefined): boolean {
  if (!b || a[0] !== b[0] || a[1].length !== b[1].length) return false;
  return a[1].every(([name, value]) => attributeOf(b[1], name) === value);
}
