import type { ScriptElement } from '../element.ts';
import { plainTextOf } from '../layout/text.ts';
import { type MarkedRun, marksByUnit, revisionMarksOf, runsOfUnits } from '../revisions/revisedText.ts';
import type { Revisions } from '../revisions/revisionSets.ts';
import { alignTexts } from '../textAlignment.ts';
import { isRun } from './preservedRuns.ts';
import { idOfMark, markOfId } from './revisionIds.ts';
import { unitsOfRuns } from './text.ts';
import { attributeOf, type XmlRun } from './xml.ts';

/** Return the marks of the runs of a paragraph, in offsets of the element's plain text. */
export function marksOfRuns(element: ScriptElement, runs: readonly XmlRun[]): MarkedRun[] {
  if (!runs.some((run) => idOfRun(run) !== 0)) return [];
  const ids = runs.flatMap((run) => new Array<number>(run[0].length).fill(idOfRun(run)));
  const marks = new Int32Array(plainTextOf(element).length);
  for (const [at, origin] of originsOf(element, runs).entries()) marks[at] = ids[origin] ?? 0;
  return runsOfUnits(marks);
}

/**
 * Return the children of a paragraph with the RevisionID of each run as the element's marks are
 * now. Runs are divided where that differs; all others stay the same.
 */
export function withRevisionIds(
  children: readonly (XmlRun | string)[],
  element: ScriptElement,
  revisions: Revisions | undefined,
): (XmlRun | string)[] {
  if (!revisions || !element.extras?.revised) return [...children];
  const runs = children.filter(isRun);
  const marks = marksByUnit(plainTextOf(element).length, revisionMarksOf(element).runs);
  const ids = new Int32Array(runs.reduce((sum, [text]) => sum + text.length, 0)).fill(-1);
  for (const [at, origin] of originsOf(element, runs).entries())
    if (origin >= 0) ids[origin] = idOfMark(revisions, marks[at] as number);
  let from = 0;
  return children.flatMap((child): (XmlRun | string)[] => {
    if (!isRun(child)) return [child];
    const own = ids.subarray(from, from + child[0].length);
    from += child[0].length;
    return dividedRun(child, own);
  });
}

/** Return for each unit of an element's text its unit in the text of the runs; -1 for none. */
function originsOf(element: ScriptElement, runs: readonly XmlRun[]): number[] {
  const text = plainTextOf(element);
  const units = unitsOfRuns(element.elementType, runs);
  if (units.text === text) return units.origins;
  return Array.from(alignTexts(units.text, text), (place) => (place < 0 ? -1 : (units.origins[place] ?? -1)));
}

function idOfRun([, attributes]: XmlRun): number {
  return attributes.length === 0 ? 0 : markOfId(attributeOf(attributes, 'RevisionID'));
}

/** Divide a run where its id changes. `ids` has -1 for text that keeps the id of the run. */
function dividedRun(run: XmlRun, ids: Int32Array): XmlRun[] {
  const [text] = run;
  const own = idOfRun(run);
  const divided: XmlRun[] = [];
  for (let from = 0; from < text.length; ) {
    const id = idAt(ids, from, own);
    let to = from + 1;
    while (to < text.length && (ids[to] === -1 || ids[to] === id)) to++;
    divided.push(id === own ? [text.slice(from, to), run[1]] : withId(run, text.slice(from, to), id));
    from = to;
  }
  return divided.length > 0 ? divided : [run];
}

function idAt(ids: Int32Array, at: number, own: number): number {
  const next = ids.subarray(at).find((id) => id >= 0);
  return next ?? own;
}

function withId([, attributes]: XmlRun, text: string, id: number): XmlRun {
  const value = `${id}`;
  if (attributeOf(attributes, 'RevisionID') === undefined)
    return [text, [...attributes, ['RevisionID', value]]];
  return [text, attributes.map(([name, old]) => [name, name === 'RevisionID' ? value : old])];
}
