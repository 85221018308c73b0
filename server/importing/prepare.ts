import { castOf } from '#screenplay/cast.ts';
import { characterNamesOf, speakerKey, speakersOf } from '#screenplay/cue.ts';
import type { ScriptElement, TitlePage } from '#screenplay/element.ts';
import { isDialogueType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import { maxNameLength } from '#screenplay/limits.ts';
import { reconcileScenes } from '#screenplay/reconcileScenes.ts';
import type { NewScene } from '#screenplay/scenes.ts';
import { commentOf, type Screenplay, type ScriptNote } from '#screenplay/screenplay.ts';
import { withStoredCapitals } from '#screenplay/typedLetters.ts';

/**
 * Maximum number of elements, and of characters, in one transaction, which takes some tens of
 * milliseconds.
 */
const maxElements = 500;
const maxLength = 250_000;
/**
 * Difference of neighbouring order numbers, so that later inserts need not renumber
 * (docs/spec/projects.md).
 */
const step = 10;

/**
 * Prepared input for storing a script: JSON text for each statement. It is plain data, because a
 * thread returns it.
 */
export interface PreparedImport {
  titlePage: TitlePage;
  format: ScriptFormat;
  /** Null: English, or the file is in no language that was detected. */
  language: ScriptLanguage | null;
  /** JSON. Null: there is none. */
  source: string | null;
  batches: PreparedBatch[];
  /** JSON of names and their display order. */
  characters: string;
  /** JSON of notes and the order numbers of their elements, in batches. */
  notes: string[];
  counts: { scenes: number; elements: number };
}

export interface PreparedBatch {
  scenes: string;
  elements: string;
  /** Range of its order numbers: above `above`, up to `upTo`. */
  above: number;
  upTo: number;
}

export function preparedImport(screenplay: Screenplay, notes: readonly ScriptNote[]): PreparedImport {
  const { titlePage, format, language = null, source } = screenplay;
  const elements = screenplay.elements.map(withStoredCapitals);
  const places = elements.map((element, i) => ({ id: i + 1, sceneId: null, ...element }));
  const { create } = reconcileScenes(places, []);
  const names = namesByRoleSize(elements).filter(isName);
  return {
    titlePage,
    format,
    language,
    source: source && JSON.stringify(source),
    batches: batchesOfScript(elements, create),
    characters: JSON.stringify(names.map((name, place) => ({ name, place }))),
    notes: notesInBatches(notes),
    counts: {
      scenes: elements.filter(({ elementType }) => isHeadingType(elementType)).length,
      elements: elements.length,
    },
  };
}

/**
 * Return the names of characters, those who speak most words first. Equal ones are in order of
 * appearance.
 */
function namesByRoleSize(elements: readonly ScriptElement[]): string[] {
  const cast = castOf(elements);
  const wordsOf = (name: string) => cast.get(speakerKey(name))?.words ?? 0;
  return characterNamesOf(elements).sort((a, b) => wordsOf(b) - wordsOf(a));
}

/** Return whether a cue is short enough for a character's name. */
function isName(name: string): boolean {
  return name.length <= maxNameLength;
}

/** Split a script into batches. A script without elements has one batch. */
function batchesOfScript(elements: readonly ScriptElement[], create: readonly NewScene[]): PreparedBatch[] {
  const sceneNumbers = sceneNumberByElement(create);
  const speakers = speakersOf(elements);
  const batches: PreparedBatch[] = [];
  let from = 0;
  let scene = 0;
  do {
    const to = endOfBatch(elements, from);
    const firstScene = scene;
    while ((create[scene]?.firstElementId ?? Number.POSITIVE_INFINITY) <= to) scene++;
    const scenes = create.slice(firstScene, scene).map((each) => ({
      number: each.sceneNumber,
      display: elements[each.firstElementId - 1]?.sceneNumber ?? null,
      heading: each.heading,
      location: each.location,
      time: each.timeOfDay,
    }));
    const rows = elements.slice(from, to).map((element, i) => {
      const speaker = isDialogueType(element.elementType) ? (speakers[from + i] ?? null) : null;
      return {
        place: (from + i + 1) * step,
        scene: sceneNumbers.get(from + i + 1),
        type: element.elementType,
        content: element.content,
        typed: element.typedContent ?? null,
        speaker: speaker !== null && isName(speaker) ? speaker : null,
        original: element.originalType,
        dual: element.dual,
        extras: element.extras,
      };
    });
    batches.push({
      scenes: JSON.stringify(scenes),
      elements: JSON.stringify(rows),
      above: from * step,
      upTo: to * step,
    });
    from = to;
  } while (from < elements.length);
  return batches;
}

function endOfBatch(elements: readonly ScriptElement[], from: number): number {
  let to = from;
  let length = 0;
  while (to < elements.length && to - from < maxElements && length < maxLength) {
    length += elements[to]?.content.length ?? 0;
    to++;
  }
  return to;
}

function sceneNumberByElement(create: readonly NewScene[]): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const { elementIds, sceneNumber } of create) {
    for (const id of elementIds) numbers.set(id, sceneNumber);
  }
  return numbers;
}

function notesInBatches(notes: readonly ScriptNote[]): string[] {
  const batches: string[] = [];
  for (let from = 0; from < notes.length; from += maxElements) {
    const batch = notes.slice(from, from + maxElements).map((note) => ({
      place: note.elementIndex === null ? null : (note.elementIndex + 1) * step,
      content: commentOf(note),
    }));
    batches.push(JSON.stringify(batch));
  }
  return batches;
}
