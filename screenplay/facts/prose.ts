import { isCueType, isDialogueType, isParentheticalType } from '../elementTypes/predicates.ts';
import { plainText } from '../emphasis.ts';
import { writeEighths } from '../layout/eighths.ts';
import { runningTime } from '../reports.ts';
import type { SceneFacts } from './facts.ts';
import type { ReadProject } from './project.ts';

/** Join items: "Mara, Tobias and the girl". Long lists end with the number of remaining items. */
export function listed(items: readonly string[], max = 12): string {
  if (items.length > max + 1) {
    return `${items.slice(0, max).join(', ')} and ${items.length - max} more`;
  }
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Format a count with its noun: "1 scene", "12 scenes", "no scenes". */
export function withNoun(count: number, noun: string, plural = `${noun}s`): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? noun : plural}`;
}

/** Name a scene: "scene 5", "the opening", "the scene INT. SALOON - NIGHT". */
export function numberedScene({ number, heading }: SceneFacts): string {
  if (heading === '') return 'the opening';
  return number === null ? `the scene ${heading}` : `scene ${number}`;
}

/** Name a scene with its heading: "scene 5 (INT. SALOON - NIGHT)". */
export function sceneInFull(scene: SceneFacts): string {
  if (scene.heading === '' || scene.number === null) return numberedScene(scene);
  return `scene ${scene.number} (${scene.heading})`;
}

/** List scenes: "scenes 1, 4 and 7". The opening and scenes without number are named in full. */
export function sceneNames(scenes: readonly SceneFacts[], max = 24): string {
  const numbered = scenes.filter(({ heading, number }) => heading !== '' && number !== null);
  const others = scenes.filter((scene) => !numbered.includes(scene)).map(numberedScene);
  const numbers = numbered.map(({ number }) => number ?? '');
  const first =
    numbers.length === 0 ? [] : [`${numbers.length === 1 ? 'scene' : 'scenes'} ${listed(numbers, max)}`];
  return listed([...first, ...others], max);
}

/** Format a length: "2 3/8 pages (about 2 min 58 s)". A page is about a minute. */
export function lengthInWords(eighths: number): string {
  return `${writeEighths(eighths)} ${eighths <= 8 ? 'page' : 'pages'} (about ${runningTime(eighths)})`;
}

/** Quote a text in one line, truncated at a word boundary. */
export function quote(text: string, max = 90): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  if (line.length <= max) return `“${line}”`;
  return `“${line.slice(0, max).replace(/\s+\S*$/, '')}…”`;
}

/** Capitalise the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Format a share: "36%"; "0%" if `whole` is 0. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((part / whole) * 100)}%`;
}

/** Return the scene of an element. */
export function sceneOf({ scenes, sceneAt }: ReadProject, index: number): SceneFacts | undefined {
  return scenes[sceneAt[index] ?? -1];
}

/** Return the names of the characters with these keys, as spelled in the script. */
export function namesOf({ people }: ReadProject, keys: Iterable<string>): string[] {
  return [...keys].map((key) => people.get(key)?.name ?? key);
}

/** Return the text of the speech that begins at an element, in one line. */
export function speechText({ elements, texts }: ReadProject, from: number): string {
  const lines: string[] = [];
  for (let index = from; index < elements.length; index++) {
    const type = elements[index]?.elementType;
    if (isDialogueType(type)) lines.push(texts[index] ?? '');
    else if (!isParentheticalType(type) && !(isCueType(type) && index === from)) break;
  }
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}
