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

/** A long scene still leaves room for what is around it. */
const ownSceneShare = 0.6;
/** What its neighbours may take, in full, of the room that is left once every scene has its heading. */
const neighboursShare = 0.4;

interface Told {
  form: ContextPart['form'];
  text: string;
}

/** Stands for its scene in what the writer leaves out. */
export function sceneKey({ facts }: ProjectRead, index: number): string {
  return `scene:${sceneIdAt(facts, index) ?? index}`;
}

/** Indexes of the scenes, that of the element first, then its neighbours; without one as the script goes. */
export function scenesByProximity(facts: ReadProject, elementId: number | null): number[] {
  const { own } = placeOf(facts, elementId);
  return [...facts.scenes.keys()].sort((a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b);
}

/**
 * The scene of the selected element and those beside it in full, and of every other scene what there is room for: all of it,
 * one line, or its heading; those that are `near` in that order. Of all others, which are left out, nothing goes but
 * the element that is selected in one.
 */
export function* scriptWithin(
  project: ProjectRead,
  elementId: number | null,
  near: readonly number[],
  size: number,
): Steps<BudgetedLines & { inFull: string[] }> {
  const { facts, summaries } = project;
  const { at, own } = placeOf(facts, elementId);
  const isGiven = new Set(near);
  const { told, put, left } = roomOf(size);
  const tellAll = (form: Told['form'], tell: (scene: SceneFacts, index: number) => string, kept = 0) => {
    for (const index of near) {
      const scene = facts.scenes[index];
      if (!scene || (index === own && form !== 'full')) continue;
      if (told.get(index)?.form === 'full') continue;
      if (!put(index, { form, text: tell(scene, index) }, kept) && index !== own) break;
    }
  };
  const ownScene = facts.scenes[own];
  const max = Math.max(size * ownSceneShare, 0);
  if (ownScene && isGiven.has(own)) put(own, around(ownScene, facts, at ?? ownScene.from, max));
  else if (at !== null) put(own, alone(elementLine(facts, at), max));
  yield;
  // Every scene gets its heading before any gets more.
  tellAll('heading', headingLine);
  const isSilent = facts.scenes.map((_scene, index) => !isGiven.has(index) && !told.has(index));
  for (const [first, text] of gapsIn(isSilent)) put(first, { form: 'left_out', text });
  tellAll('full', (scene) => sceneLines(scene, facts), left() * (1 - neighboursShare));
  tellAll('summary', (scene, index) =>
    sceneInOneLine(scene, facts, summaries.get(sceneIdAt(facts, index) ?? -1)),
  );
  tellAll('full', (scene) => sceneLines(scene, facts));

  yield;
  const parts = yield* mapInSteps(facts.scenes, (scene, index): ContextPart => {
    const { form, text } = told.get(index) ?? { form: isGiven.has(index) ? 'no_room' : 'left_out', text: '' };
    const named = { key: sceneKey(project, index), kind: 'scene', label: labelOf(scene) } as const;
    return { ...named, form, size: isSilent[index] ? 0 : text.length };
  });
  return {
    lines: [...facts.scenes.keys()].flatMap((index) => told.get(index)?.text ?? []),
    parts,
    inFull: facts.scenes.flatMap(({ heading }, index) => {
      const form = parts[index]?.form;
      return form === 'full' || form === 'part' ? [heading || openingLabel] : [];
    }),
  };
}

/** Where an element stands, and in which scene; without one the first scene is meant. */
function placeOf({ indexOfId, sceneAt }: ReadProject, elementId: number | null) {
  const at = elementId === null ? null : (indexOfId.get(elementId) ?? null);
  return { at, own: at === null ? 0 : (sceneAt[at] ?? 0) };
}

function sceneIdAt({ elements, scenes }: ReadProject, index: number): number | null | undefined {
  return elements[scenes[index]?.from ?? -1]?.sceneId;
}

/** What is told of each scene, as long as it fits; more of a scene takes the place of less. */
function roomOf(size: number) {
  const told = new Map<number, Told>();
  let left = size;
  /** Whether it fits and leaves as much as is to be `kept`. */
  const put = (index: number, next: Told, kept = 0): boolean => {
    const known = told.get(index);
    const room = left + (known ? known.text.length + 1 : 0) - next.text.length - 1;
    if (room < kept) return false;
    told.set(index, next);
    left = room;
    return true;
  };
  return { told, put, left: () => Math.max(left, 0) };
}

function around(scene: SceneFacts, facts: ReadProject, at: number, size: number): Told {
  const { text, isCut } = sceneAround(scene, facts, at, size);
  return { form: isCut ? 'part' : 'full', text };
}

/** The selected element without its scene. */
function alone(line: string, size: number): Told {
  return { form: 'left_out', text: `A scene is left out, but for this:\n${line.slice(0, size)}` };
}

/** Scenes in a row of which nothing is told, as one line at the first of them. */
function* gapsIn(isSilent: readonly boolean[]): Generator<[first: number, text: string]> {
  for (let first = 0; first < isSilent.length; first++) {
    if (!isSilent[first]) continue;
    let end = first + 1;
    while (isSilent[end]) end += 1;
    yield [first, end - first === 1 ? 'A scene is left out.' : `${end - first} scenes are left out.`];
    first = end;
  }
}

function labelOf({ number, heading }: SceneFacts): string {
  const name = heading === '' ? openingLabel : toSingleLine(heading, 150);
  return number === null || heading === '' ? name : `${number}. ${name}`;
}
