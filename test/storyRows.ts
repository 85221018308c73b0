import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';

/*
 * Rows of a story in the shape of the contract: for tests of pure functions, and to be stored
 * (web/planning/testing.tsx).
 */

export interface StoryRows {
  acts: Act[];
  sequences: Sequence[];
  beats: StoryBeat[];
}

export function actRow(number: number, changes: Partial<Act> = {}): Act {
  return {
    id: number * 10,
    projectId: 1,
    number,
    title: `Title ${number}`,
    subtitle: null,
    startPage: 1,
    endPage: 30,
    colorTheme: 'blue',
    orderIndex: number - 1,
    ...changes,
  };
}

export function sequenceRow(id: number, actNumber: number, changes: Partial<Sequence> = {}): Sequence {
  return {
    id,
    projectId: 1,
    actNumber,
    name: `Sequence ${id}`,
    description: null,
    colorTheme: 'blue',
    orderIndex: 0,
    ...changes,
  };
}

export function beatRow(id: number, actNumber: number, changes: Partial<StoryBeat> = {}): StoryBeat {
  return {
    id,
    projectId: 1,
    actId: actNumber * 10,
    sequenceId: null,
    title: `Beat ${id}`,
    description: null,
    actNumber,
    beatType: null,
    pageNumber: null,
    orderIndex: 0,
    ...changes,
  };
}

/**
 * Create a story. "Departure" has "Boarding" ("Forty cars", "Mara counts") and, without a sequence,
 * "The captain" and "The log". "The Count" has "Door to door" ("The odd side") and, without a
 * sequence, "The manifest".
 */
export function storyRows(): StoryRows {
  return {
    acts: [
      actRow(1, { title: 'Departure', subtitle: 'Setup', colorTheme: 'green' }),
      actRow(2, { title: 'The Count', startPage: 31, endPage: 58 }),
    ],
    sequences: [sequenceRow(5, 1, { name: 'Boarding' }), sequenceRow(6, 2, { name: 'Door to door' })],
    beats: [
      beatRow(101, 1, { title: 'The captain', description: 'One winter left.' }),
      beatRow(102, 1, { title: 'The log', orderIndex: 1 }),
      beatRow(111, 1, { title: 'Forty cars', sequenceId: 5 }),
      beatRow(112, 1, { title: 'Mara counts', sequenceId: 5, orderIndex: 1 }),
      beatRow(201, 2, { title: 'The manifest' }),
      beatRow(211, 2, { title: 'The odd side', sequenceId: 6 }),
    ],
  };
}

export function tensionRow(changes: Partial<TensionPoint> = {}): TensionPoint {
  return {
    id: 1,
    projectId: 1,
    storyBeatId: 1,
    sceneId: null,
    scriptElementId: null,
    pageNumber: null,
    tensionLevel: 0.5,
    position: 0,
    context: null,
    analysisType: 'ai_generated',
    ...changes,
  };
}

/** Create a story of three beats in two acts. */
export function tenseStory(): StoryRows {
  return {
    acts: [actRow(1, { title: 'Departure' }), actRow(2, { title: 'Landfall', colorTheme: 'red' })],
    sequences: [],
    beats: [
      beatRow(21, 1, { title: 'Mara counts 213' }),
      beatRow(22, 1, { title: 'The blanket is still warm', orderIndex: 1 }),
      beatRow(23, 2, { title: 'By hand' }),
    ],
  };
}

/** Return the tension points of that story. */
export function tensionRows(): TensionPoint[] {
  return [
    tensionRow({ id: 31, storyBeatId: 21, tensionLevel: 0.2, context: 'Only a number is wrong.' }),
    tensionRow({ id: 32, storyBeatId: 22, tensionLevel: 0.5, position: 0.5, context: 'Somebody was here.' }),
    tensionRow({
      id: 33,
      storyBeatId: 23,
      tensionLevel: 0.82,
      position: 1,
      context: 'One person, one door.',
    }),
  ];
}
