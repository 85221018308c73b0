import { parseCue, speakerKey } from '#screenplay/cue.ts';
import type { CastFacts, PartFacts } from '#screenplay/facts/castFacts.ts';

/** A scene with the labels that the strip and the lists show. */
export interface PlacedScene {
  /** Null until the scene is stored. */
  sceneId: number | null;
  /** Scene number as printed in exports; null without one. */
  number: string | null;
  heading: string;
  /** Label of its first page; null while the page layout is unknown. */
  page: string | null;
}

/** Figures of the cast from the script. */
export interface CastInScript {
  facts: CastFacts;
  /** Scenes in the order of `facts`. */
  scenes: readonly PlacedScene[];
}

/** How often a character speaks, and where. */
export interface Figures {
  speeches: number;
  words: number;
  /** Share of all spoken words, 0 to 1. */
  share: number;
  first: PlacedScene | null;
  last: PlacedScene | null;
}

/** Return the figures of a character by name. */
export type FiguresOf = (name: string) => Figures;

export function partNamed({ facts }: CastInScript, name: string): PartFacts | undefined {
  return facts.parts.get(speakerKey(parseCue(name).name));
}

export function figuresIn(script: CastInScript): FiguresOf {
  return (name) => {
    const part = partNamed(script, name);
    const placed = (index: number | undefined) =>
      index === undefined ? null : (script.scenes[index] ?? null);
    return {
      speeches: part?.speeches ?? 0,
      words: part?.words ?? 0,
      share: part?.share ?? 0,
      first: placed(part?.speaking[0]),
      last: placed(part?.speaking.at(-1)),
    };
  };
}

export function characterFigures({ speeches, first }: Figures): string {
  if (speeches === 0) return 'No lines in the script';
  const counted = countInWords(speeches, 'speech', 'speeches');
  return first?.number == null ? counted : `${counted}, first in scene ${first.number}`;
}

/** Return "1,240 words, 18% of the dialogue, last in scene 96"; "" without speeches. */
export function detailedFigures({ words, share, first, last }: Figures): string {
  if (words === 0) return '';
  const isElsewhere = last?.number != null && last !== first;
  const parts = [countInWords(words, 'word', 'words'), `${shareInPercent(share)} of the dialogue`];
  return [...parts, ...(isElsewhere ? [`last in scene ${last.number}`] : [])].join(', ');
}

/** Return "Scene 12, INT. CAR DECK - NIGHT, page 14". */
export function sceneInWords({ number, heading, page }: PlacedScene): string {
  const name = number === null ? '' : `Scene ${number}`;
  return [name, heading || (name ? '' : 'Before the first scene'), page === null ? '' : `page ${page}`]
    .filter(Boolean)
    .join(', ');
}

export function countInWords(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

export function shareInPercent(share: number): string {
  const rounded = Math.round(share * 100);
  return share > 0 && rounded === 0 ? 'less than 1%' : `${rounded}%`;
}
