import { isDialogueType } from '../elementTypes/predicates.ts';
import { parseHeading } from '../heading.ts';
import type { ActFacts, SceneFacts } from './facts.ts';
import type { ReadAct, ReadElement } from './input.ts';

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const romans = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/** Parse a number from 0 to 9999: "two", "2", "II" → 2. Return null for other text. */
export function readNumber(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const spelled = numberWords.indexOf(word);
  if (spelled >= 0) return spelled;
  const roman = romans.indexOf(word);
  return roman > 0 ? roman : null;
}

/** Spell a number: 2 → "two". Numbers above ten are digits. */
export function numberInWords(number: number): string {
  return numberWords[number] ?? `${number}`;
}

const actLine = /^\s*act\s+(\w+)\s*$/i;

/**
 * Return the acts from the scenes' act numbers, or else from act lines in the script ("ACT TWO").
 * Return none if all scenes are in one act, since they were never assigned, and there are no act
 * lines.
 */
export function actsInScript(
  elements: readonly ReadElement[],
  scenes: readonly SceneFacts[],
  rows: readonly ReadAct[],
): ActFacts[] {
  const assignedActs = new Set(scenes.map(({ actNumber }) => actNumber).filter((number) => number !== null));
  const numbers =
    assignedActs.size > 1 ? scenes.map(({ actNumber }) => actNumber) : actsFromLines(elements, scenes);
  const titles = new Map(rows.map(({ number, title }) => [number, title]));
  const acts = new Map<number, ActFacts>();
  for (const [index, scene] of scenes.entries()) {
    const number = numbers[index] ?? null;
    if (number === null) continue;
    const act = acts.get(number) ?? {
      number,
      title: titles.get(number) ?? '',
      scenes: [],
      eighths: 0,
      firstPage: scene.page,
      lastPage: scene.page,
    };
    acts.set(number, act);
    // The opening adds to the length of an act but is not a scene (decision OQ-99).
    if (scene.heading !== '') act.scenes.push(index);
    act.eighths += scene.eighths;
    act.lastPage = scene.page;
  }
  return [...acts.values()].sort((a, b) => a.number - b.number);
}

/** Return the act of each scene according to the act lines above it; all null if there are none. */
function actsFromLines(elements: readonly ReadElement[], scenes: readonly SceneFacts[]): (number | null)[] {
  const lines: { index: number; number: number }[] = [];
  for (const [index, { content, elementType }] of elements.entries()) {
    if (isDialogueType(elementType) || content.length > 40) continue;
    const number = readNumber(actLine.exec(content.replace(/[*_\\]/g, ''))?.[1] ?? '');
    if (number !== null && parseHeading(content).intro === '') lines.push({ index, number });
  }
  return scenes.map(({ from }) => lines.findLast(({ index }) => index <= from)?.number ?? null);
}
