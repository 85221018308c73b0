import { castOf } from '#screenplay/cast.ts';
import { characterNamesOf, speakerKey, speakersOf } from '#screenplay/cue.ts';
import type { ScriptElement, TitlePage } from '#screenplay/element.ts';
import { isDialogueType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { maxNameLength } from '#screenplay/limits.ts';
import { reconcileScenes } from '#screenplay/reconcileScenes.ts';
import type { NewScene } from '#screenplay/scenes.ts';
import { commentOf, type Screenplay, type ScriptNote } from '#screenplay/screenplay.ts';

/**
 * Maximum of elements, and of text bytes, in one transaction: some tens of milliseconds of work.
 */
const maxElements = 500;
const maxLength = 250_000;
/** Distance between neighbours, so that later inserts need not renumber (docs/spec/projects.md). */
const step = 10;

/**
 * Input of storing a script: JSON text for each statement, computed in advance. Plain data that a
 * thread can return.
 */
export interface PreparedImport {
  titlePage: TitlePage;
  format: ScriptFormat;
  /** JSON; null for none. */
  source: string | null;
  pieces: PreparedPiece[];
  /** JSON of names and their places. */
  characters: string;
  /** JSON of notes and the places of their elements, in pieces. */
  notes: string[];
  counts: { scenes: number; elements: number };
}

export interface PreparedPiece {
  scenes: string;
  elements: string;
  /** Places of its elements: above the first, up to the second. */
  above: number;
  upTo: number;
}

export function preparedImport(screenplay: Screenplay, notes: readonly ScriptNote[]): PreparedImport {
  const { elements, titlePage, format, source } = screenplay;
  const places = elements.map((element, i) => ({ id: i + 1, sceneId: null, ...element }));
  const { create } = reconcileScenes(places, []);
  const names = namesByPart(elements).filter(isName);
  return {
    titlePage,
    format,
    source: source && JSON.stringify(source),
    pieces: piecesOf(elements, create),
    characters: JSON.stringify(names.map((name, place) => ({ name, place }))),
    notes: notesInPieces(notes),
    counts: {
      scenes: elements.filter(({ elementType }) => isHeadingType(elementType)).length,
      elements: elements.length,
    },
  };
}

/** Return names by number of speeches; ties by first appearance. */
function namesByPart(elements: readonly ScriptElement[]): string[] {
  const cast = castOf(elements);
  const wordsOf = (name: string) => cast.get(speakerKey(name))?.words ?? 0;
  return characterNamesOf(elements).sort((a, b) => wordsOf(b) - wordsOf(a));
}

/** A cue that is longer than a character's name may be names nobody. */
function isName(name: string): boolean {
  return name.length <= maxNameLength;
}

/** At least one piece, also of a script without elements. */
function piecesOf(elements: readonly ScriptElement[], create: readonly NewScene[]): PreparedPiece[] {
  const sceneNumbers = sceneNumberByElement(create);
  const speakers = speakersOf(elements);
  const pieces: PreparedPiece[] = [];
  let from = 0;
  let scene = 0;
  do {
    const to = endOfPiece(elements, from);
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
        speaker: speaker !== null && isName(speaker) ? speaker : null,
        original: element.originalType,
        dual: element.dual,
        extras: element.extras,
      };
    });
    pieces.push({
      scenes: JSON.stringify(scenes),
      elements: JSON.stringify(rows),
      above: from * step,
      upTo: to * step,
    });
    from = to;
  } while (from < elements.length);
  return pieces;
}

function endOfPiece(elements: readonly ScriptElement[], from: number): number {
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

function notesInPieces(notes: readonly ScriptNote[]): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < notes.length; from += maxElements) {
    const piece = notes.slice(from, from + maxElements).map((note) => ({
      place: note.elementIndex === null ? null : (note.elementIndex + 1) * step,
      content: commentOf(note),
    }));
    pieces.push(JSON.stringify(piece));
  }
  return pieces;
}
