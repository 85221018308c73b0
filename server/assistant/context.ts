import { quote } from '#screenplay/doctor/answers/prose.ts';
import type { PersonFacts, SceneFacts } from '#screenplay/doctor/facts.ts';
import type { Selection } from '#screenplay/doctor/input.ts';
import { writeEighths } from '#screenplay/layout/eighths.ts';
import type { GivenContext } from '#shared/contract/assistant.ts';
import type { ProjectRead } from './project.ts';

/** Characters, about five thousand tokens: what a question costs stays near decision OQ-39, and any window holds it. */
export const contextLimit = 20_000;

/** Shares of the limit that the parts before the script may take. */
const castShare = 0.2;
const planShare = 0.15;

export interface Context {
  /** For the model. */
  text: string;
  /** For the writer. */
  given: GivenContext;
}

/**
 * What of a project goes to a model: the cast, the plan, the scene of the selected element, and of every other scene
 * what there is room for: all of it, one line, or its heading. Scenes near the selected one come before those far away; without a
 * selection the script is read from its beginning. Never longer than the limit.
 */
export function contextOf(
  { name, facts }: ProjectRead,
  selection: Selection | null,
  limit: number = contextLimit,
): Context {
  const title = `The screenplay ${quote(name, 100)}: ${facts.report.pages} pages, ${facts.scenes.length} scenes.`;
  const cast = fitting([...facts.people.values()].sort(byWords), inCast, limit * castShare);
  const beats = fitting(facts.beats, beatLine, limit * planShare);
  const parts = [title, section('Cast', cast.lines), section('Plan', beats.lines)].filter(Boolean);
  const left = limit - parts.join('\n\n').length - '\n\nScript\n'.length;
  const scenes = scenesWithin(facts, selection?.elementId ?? null, left);
  const text = [...parts, section('Script', scenes.lines)].filter(Boolean).join('\n\n');
  return {
    text,
    given: {
      scenes: scenes.inFull,
      summarizedScenes: scenes.summarized,
      omittedScenes: scenes.omitted,
      characters: cast.items.map((person) => person.name),
      beats: beats.items.length,
      size: text.length,
    },
  };
}

function section(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${name}\n${lines.join('\n')}`;
}

const byWords = (a: PersonFacts, b: PersonFacts) => b.words - a.words;

function inCast({ name, listed, speeches, scenes }: PersonFacts): string {
  const role = listed?.role ? `, ${quote(listed.role, 60)}` : '';
  const description = listed?.description ? ` ${quote(listed.description, 160)}` : '';
  return `${name}${role}: ${speeches.length} speeches in ${scenes.length} scenes.${description}`;
}

function beatLine(beat: ProjectRead['facts']['beats'][number]): string {
  const act = beat.actNumber == null ? '' : `Act ${beat.actNumber}: `;
  const description = beat.description ? ` ${quote(beat.description, 160)}` : '';
  return `${act}${quote(beat.title, 80)}${description}`;
}

/** The first items whose lines fit. */
function fitting<Item>(items: readonly Item[], lineOf: (item: Item) => string, size: number) {
  const lines: string[] = [];
  let used = 0;
  for (const item of items) {
    const line = lineOf(item);
    used += line.length + 1;
    if (used > size) break;
    lines.push(line);
  }
  return { lines, items: items.slice(0, lines.length) };
}

/** A long scene still leaves room for what is around it. */
const ownSceneShare = 0.6;

function scenesWithin(facts: ProjectRead['facts'], elementId: number | null, size: number) {
  const at = elementId === null ? undefined : facts.indexOfId.get(elementId);
  const own = at === undefined ? 0 : (facts.sceneAt[at] ?? 0);
  const nearest = [...facts.scenes.keys()].sort((a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b);
  const texts = new Map<number, { text: string; isFull: boolean }>();
  let left = size;
  const put = (index: number, text: string, isFull: boolean): boolean => {
    const known = texts.get(index);
    const room = left + (known ? known.text.length + 1 : 0);
    if (text.length + 1 > room) return false;
    texts.set(index, { text, isFull });
    left = room - text.length - 1;
    return true;
  };
  const ownScene = facts.scenes[own];
  if (ownScene) put(own, around(facts, ownScene, at ?? ownScene.from, size * ownSceneShare), true);
  // Every scene gets its heading before any gets more.
  for (const tell of [nameOf, inOneLine, inFull]) {
    for (const index of nearest) {
      const scene = facts.scenes[index];
      if (!scene || (index === own && tell !== inFull)) continue;
      if (!put(index, tell(scene, facts), tell === inFull) && index !== own) break;
    }
  }
  const inOrder = [...texts].sort(([a], [b]) => a - b);
  const full = inOrder.filter(([, { isFull }]) => isFull);
  return {
    lines: inOrder.map(([, { text }]) => text),
    inFull: full.map(([index]) => facts.scenes[index]?.heading || 'Before the first scene'),
    summarized: inOrder.length - full.length,
    omitted: facts.scenes.length - inOrder.length,
  };
}

/** "[41] dialogue (MARA): Forty-one." */
function elementLine({ elements, people, speakers }: ProjectRead['facts'], index: number): string {
  const element = elements[index];
  if (!element) return '';
  const speaker = element.elementType === 'dialogue' && people.get(speakers[index] ?? '')?.name;
  return `[${element.id}] ${element.elementType}${speaker ? ` (${speaker})` : ''}: ${element.content}`;
}

function nameOf({ number, heading, page, eighths }: SceneFacts): string {
  const place = heading === '' ? 'Before the first scene' : heading;
  return `Scene${number === null ? '' : ` ${number}`}, ${place}, page ${page}, ${writeEighths(eighths)} pages`;
}

function inFull(scene: SceneFacts, facts: ProjectRead['facts']): string {
  const lines = [`${nameOf(scene)}:`];
  for (let index = scene.from; index < scene.to; index++) lines.push(elementLine(facts, index));
  return lines.join('\n');
}

/** The scene, or of a long one the part around an element, as far as there is room on both sides. */
function around(facts: ProjectRead['facts'], scene: SceneFacts, at: number, size: number): string {
  const whole = inFull(scene, facts);
  if (whole.length <= size) return whole;
  const gap = '…';
  const name = `${nameOf(scene)}:`;
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
  return [name, ...(from > scene.from ? [gap] : []), ...lines, ...(to < scene.to ? [gap] : [])].join('\n');
}

/** Who speaks in it and how it begins. */
function inOneLine(scene: SceneFacts, facts: ProjectRead['facts']): string {
  const names = [...scene.speakers.keys()].slice(0, 5).map((key) => facts.people.get(key)?.name ?? key);
  const isAction = (index: number) => facts.elements[index]?.elementType === 'action';
  let first = scene.from;
  while (first < scene.to && !isAction(first)) first += 1;
  const begins = first < scene.to ? ` ${quote(facts.texts[first] ?? '', 120)}` : '';
  const who = names.length > 0 ? ` With ${names.join(', ')}.` : '';
  return `${nameOf(scene)}.${who}${begins}`;
}
