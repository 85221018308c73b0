import type { JointCues } from '../cast.ts';
import { speakerKey } from '../cue.ts';
import type { ScriptElement } from '../element.ts';
import { isHeadingType } from '../elementTypes/predicates.ts';
import { castFacts } from '../facts/castFacts.ts';
import { type SceneStretch, stretchesOf } from '../stretches.ts';
import type { PrintChoice } from './printChoice.ts';

/** A scene with the number by which it is chosen. */
export interface NumberedStretch extends SceneStretch {
  /** Printed number, or the position if the script prints none. */
  number: string;
}

/** Return the scenes of a script with their numbers, without the opening. */
export function numberedStretches(elements: readonly ScriptElement[]): NumberedStretch[] {
  const scenes = stretchesOf(elements).filter(({ from }) => isHeadingType(elements[from]?.elementType));
  const isNumbered = scenes.some(({ from }) => elements[from]?.sceneNumber);
  return scenes.map((scene, index) => ({
    ...scene,
    number: isNumbered ? (elements[scene.from]?.sceneNumber ?? '') : `${index + 1}`,
  }));
}

/**
 * Return the scenes with the numbers of a text such as "5, 7-9, 12A". A range has all scenes from
 * its first to its last number, in script order. A number that no scene has is left out.
 */
export function scenesOfNumbers(text: string, scenes: readonly NumberedStretch[]): NumberedStretch[] {
  const indexOf = (number: string) =>
    scenes.findIndex((scene) => scene.number.toUpperCase() === number.trim().toUpperCase());
  const chosen = new Set<NumberedStretch>();
  for (const part of text.replace(/\s*[-–]\s*/g, '-').split(/[,;\s]+/)) {
    const exact = scenes[indexOf(part)];
    if (exact) chosen.add(exact);
    const [first = '', last = ''] = exact ? [] : part.split('-');
    const [from, to] = [indexOf(first), indexOf(last)];
    if (from >= 0 && to >= from) for (const scene of scenes.slice(from, to + 1)) chosen.add(scene);
  }
  return scenes.filter((scene) => chosen.has(scene));
}

/** Return the scenes in which a character speaks, or is named by action. */
export function scenesOfCharacter(
  name: string,
  elements: readonly ScriptElement[],
  joint?: JointCues,
): Set<number> {
  const { scenes, parts } = castFacts(elements, { listed: [name], ...(joint && { joint }) });
  const part = parts.get(speakerKey(name));
  return new Set(
    [...(part?.speaking ?? []), ...(part?.silent ?? [])].map((index) => scenes[index]?.from ?? -1),
  );
}

/**
 * Return for each element whether it is in a scene that was chosen, by number and by character. The
 * opening is not.
 */
export function chosenElements(
  elements: readonly ScriptElement[],
  { scenes, character }: Pick<PrintChoice, 'scenes' | 'character'>,
  joint?: JointCues,
): boolean[] {
  const all = numberedStretches(elements);
  const byNumber = scenes.trim() === '' ? all : scenesOfNumbers(scenes, all);
  const starts = character.trim() === '' ? null : scenesOfCharacter(character, elements, joint);
  const isChosen = elements.map(() => false);
  for (const { from, to } of byNumber) if (!starts || starts.has(from)) isChosen.fill(true, from, to);
  return isChosen;
}
