import type { SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { mapInSteps, type Steps } from '#screenplay/steps.ts';
import type { ContextPart } from '#shared/contract/ai.ts';
import { openingLabel } from '#shared/contract/ai.ts';
import {
  elementLine,
  headingLine,
  sceneAround,
  sceneInOneLine,
  sceneLines,
  toSingleLine,
} from './contextLines.ts';
import type { BudgetedLines } from './contextParts.ts';
import type { ProjectRead } from './project.ts';

/** Maximum share of the selected scene, so that a long one leaves room for its surroundings. */
const ownSceneShare = 0.6;
/** Maximum share of the neighbours in full, of the room that is left after all headings. */
const neighboursShare = 0.4;

interface SceneText {
  form: ContextPart['form'];
  text: string;
}

/** Return the key of a scene for excluding it. */
export function sceneKey({ facts }: ProjectRead, index: number): string {
  return `scene:${sceneIdAt(facts, index) ?? index}`;
}

/**
 * Return the indexes of the scenes by distance from the element's scene, or from the first one
 * without an element.
 */
export function scenesByProximity(facts: ReadProject, elementId: number | null): number[] {
  const { own } = placeOf(facts, elementId);
  return [...facts.scenes.keys()].sort((a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b);
}

/**
 * Build the script part: the selected scene and its neighbours in full, every other scene as far as
 * there is room. That is all of it, one line or its heading. Scenes in `near` get room in that
 * order. Other scenes are excluded, except for the selected element.
 */
export function* scriptWithin(
  project: ProjectRead,
  elementId: number | null,
  near: readonly number[],
  size: number,
): Steps<BudgetedLines & { inFull: string[] }> {
  const { facts, summaries } = project;
  const { at, own } = placeOf(facts, elementId);
  const included = new Set(near);
  const { texts, add, left } = roomOf(size);
  const addAll = (
    form: SceneText['form'],
    textOf: (scene: SceneFacts, index: number) => string,
    minLeft = 0,
  ) => {
    for (const index of near) {
      const scene = facts.scenes[index];
      if (!scene || (index === own && form !== 'full')) continue;
      if (texts.get(index)?.form === 'full') continue;
      if (!add(index, { form, text: textOf(scene, index) }, minLeft) && index !== own) break;
    }
  };
  const ownScene = facts.scenes[own];
  const max = Math.max(size * ownSceneShare, 0);
  if (ownScene && included.has(own)) add(own, textAroundElement(ownScene, facts, at ?? ownScene.from, max));
  else if (at !== null) add(own, textWithoutScene(elementLine(facts, at), max));
  yield;
  // Add all headings before anything longer.
  addAll('heading', headingLine);
  const isExcluded = facts.scenes.map((_scene, index) => !included.has(index) && !texts.has(index));
  for (const [first, text] of gapsIn(isExcluded)) add(first, { form: 'left_out', text });
  addAll('full', (scene) => sceneLines(scene, facts), left() * (1 - neighboursShare));
  addAll('summary', (scene, index) =>
    sceneInOneLine(scene, facts, summaries.get(sceneIdAt(facts, index) ?? -1)),
  );
  addAll('full', (scene) => sceneLines(scene, facts));

  yield;
  const parts = yield* mapInSteps(facts.scenes, (scene, index): ContextPart => {
    const { form, text } = texts.get(index) ?? {
      form: included.has(index) ? 'no_room' : 'left_out',
      text: '',
    };
    const identity = { key: sceneKey(project, index), kind: 'scene', label: labelOf(scene) } as const;
    return { ...identity, form, size: isExcluded[index] ? 0 : text.length };
  });
  return {
    lines: [...facts.scenes.keys()].flatMap((index) => texts.get(index)?.text ?? []),
    parts,
    inFull: facts.scenes.flatMap(({ heading }, index) => {
      const form = parts[index]?.form;
      return form === 'full' || form === 'part' ? [heading || openingLabel] : [];
    }),
  };
}

/** Return the index and the scene of an element. Without an element, the first scene. */
function placeOf({ indexOfId, sceneAt }: ReadProject, elementId: number | null) {
  const at = elementId === null ? null : (indexOfId.get(elementId) ?? null);
  return { at, own: at === null ? 0 : (sceneAt[at] ?? 0) };
}

function sceneIdAt({ elements, scenes }: ReadProject, index: number): number | null | undefined {
  return elements[scenes[index]?.from ?? -1]?.sceneId;
}

/** Collect the text of each scene as long as it fits. A longer text replaces a shorter one. */
function roomOf(size: number) {
  const texts = new Map<number, SceneText>();
  let left = size;
  /** Add a text if it fits and leaves at least `kept` characters. */
  const add = (index: number, next: SceneText, minLeft = 0): boolean => {
    const previous = texts.get(index);
    const room = left + (previous ? previous.text.length + 1 : 0) - next.text.length - 1;
    if (room < minLeft) return false;
    texts.set(index, next);
    left = room;
    return true;
  };
  return { texts, add, left: () => Math.max(left, 0) };
}

function textAroundElement(scene: SceneFacts, facts: ReadProject, at: number, size: number): SceneText {
  const { text, isCut } = sceneAround(scene, facts, at, size);
  return { form: isCut ? 'part' : 'full', text };
}

/** Return the selected element without its scene. */
function textWithoutScene(line: string, size: number): SceneText {
  return { form: 'left_out', text: `A scene is left out, but for this:\n${line.slice(0, size)}` };
}

/** Yield one line for each run of excluded scenes, at the first of them. */
function* gapsIn(isExcluded: readonly boolean[]): Generator<[first: number, text: string]> {
  for (let first = 0; first < isExcluded.length; first++) {
    if (!isExcluded[first]) continue;
    let end = first + 1;
    while (isExcluded[end]) end += 1;
    yield [first, end - first === 1 ? 'A scene is left out.' : `${end - first} scenes are left out.`];
    first = end;
  }
}

function labelOf({ number, heading }: SceneFacts): string {
  const name = heading === '' ? openingLabel : toSingleLine(heading, 150);
  return number === null || heading === '' ? name : `${number}. ${name}`;
}
