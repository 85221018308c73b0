import { isActionType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import type { PersonFacts, SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadBeat } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { capital, numberedScene, quote } from '#screenplay/facts/prose.ts';
import { writeEighths } from '#screenplay/layout/eighths.ts';

/**
 * Texts of the project's parts for a model. Only the content of an element may contain line feeds.
 */

/** A line, and whether its text was truncated. */
export interface PromptLine {
  text: string;
  isCut: boolean;
}

export function castLine({ name, listed, speeches, scenes }: PersonFacts): PromptLine {
  const role = listed?.role ? `, ${quote(listed.role, 60)}` : '';
  const description = listed?.description ? ` ${quote(listed.description, 160)}` : '';
  return {
    text: `${toSingleLine(name, 100)}${role}: ${speeches.length} speeches in ${scenes.length} scenes.${description}`,
    isCut: isOver(listed?.role, 60) || isOver(listed?.description, 160),
  };
}

export function beatLine(beat: ReadBeat): PromptLine {
  const act = beat.actNumber == null ? '' : `Act ${beat.actNumber}: `;
  const description = beat.description ? ` ${quote(beat.description, 160)}` : '';
  return {
    text: `${act}${quote(beat.title, 80)}${description}`,
    isCut: isOver(beat.title, 80) || isOver(beat.description, 160),
  };
}

export function noteLine(scene: SceneFacts, note: string): PromptLine {
  return {
    text: `${toSingleLine(capital(numberedScene(scene)), 120)}: ${quote(note, 300)}`,
    isCut: isOver(note, 300),
  };
}

/** Return "Scene 12, INT. CAR DECK - LATER, page 31, 1 3/8 pages". */
export function headingLine({ number, heading, page, eighths }: SceneFacts): string {
  const place = heading === '' ? 'Before the first scene' : toSingleLine(heading, 200);
  return `Scene${number === null ? '' : ` ${number}`}, ${place}, page ${page}, ${writeEighths(eighths)} pages`;
}

/** Return "[41] dialogue (MARA): Forty-one." */
export function elementLine({ elements, people, speakers }: ReadProject, index: number): string {
  const element = elements[index];
  if (!element) return '';
  const speaker = isDialogueType(element.elementType) && people.get(speakers[index] ?? '')?.name;
  return `[${element.id}] ${element.elementType}${speaker ? ` (${speaker})` : ''}: ${element.content}`;
}

export function sceneLines(scene: SceneFacts, facts: ReadProject): string {
  const lines = [`${headingLine(scene)}:`];
  for (let index = scene.from; index < scene.to; index++) lines.push(elementLine(facts, index));
  return lines.join('\n');
}

/** Return the summary of a scene, otherwise its speakers and its beginning. */
export function sceneInOneLine(scene: SceneFacts, facts: ReadProject, summary: string | undefined): string {
  if (summary !== undefined) return `${headingLine(scene)}. ${quote(summary, 400)}`;
  const names = [...scene.speakers.keys()].slice(0, 5).map((key) => facts.people.get(key)?.name ?? key);
  const isAction = (index: number) => isActionType(facts.elements[index]?.elementType);
  let first = scene.from;
  while (first < scene.to && !isAction(first)) first += 1;
  const begins = first < scene.to ? ` ${quote(facts.texts[first] ?? '', 120)}` : '';
  const who = names.length > 0 ? ` With ${toSingleLine(names.join(', '), 300)}.` : '';
  return `${headingLine(scene)}.${who}${begins}`;
}

/**
 * Return the scene. If it is too long, return the part around an element, equally on both sides.
 */
export function sceneAround(scene: SceneFacts, facts: ReadProject, at: number, size: number): PromptLine {
  const whole = sceneLines(scene, facts);
  if (whole.length <= size) return { text: whole, isCut: false };
  const gap = '…';
  const name = `${headingLine(scene)}:`;
  let [from, to] = [at, at + 1];
  const lines = [elementLine(facts, at).slice(0, size / 2)];
  let left = size - name.length - (lines[0]?.length ?? 0) - 2 * (gap.length + 1);
  const take = (index: number): string | null => {
    const line = elementLine(facts, index);
    if (line.length + 1 > left) return null;
    left -= line.length + 1;
    return line;
  };
  for (let isOpen = true; isOpen; ) {
    const before = from > scene.from ? take(from - 1) : null;
    if (before !== null) {
      lines.unshift(before);
      from -= 1;
    }
    const after = to < scene.to ? take(to) : null;
    if (after !== null) {
      lines.push(after);
      to += 1;
    }
    isOpen = before !== null || after !== null;
  }
  const cut = [...(from > scene.from ? [gap] : []), ...lines, ...(to < scene.to ? [gap] : [])];
  return { text: [name, ...cut].join('\n'), isCut: true };
}

/** Join a text to one line and truncate it. */
export function toSingleLine(text: string, longest: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longest).toWellFormed();
}

const isOver = (text: string | null | undefined, longest: number) => (text?.trim().length ?? 0) > longest;
