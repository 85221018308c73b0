import type { BeatTension, Tension, TensionBeat, TensionFacts } from '../../prompts/tension.ts';
import { type Found, levelOf, signsIn } from './reading.ts';
import { tensionReason } from './reasons.ts';
import { shareOfStory, usualLevel } from './shape.ts';

/** How much of the beats around it a beat takes on. */
const fromNeighbours = 0.15;

/** The tension of every beat, by what its words say and by where in the story they stand. */
export function tensionOf({ beats, acts }: TensionFacts): Tension {
  const places = placesOf(beats, acts);
  const read = beats.map((beat, index) => {
    const found = signsIn(beat.title, beat.description);
    return {
      found,
      share: places[index] ?? 0,
      own: levelOf(found, usualLevel(places[index] ?? 0, beats.length)),
    };
  });
  const levels = read.map(({ own }, index) => {
    const around = [read[index - 1]?.own, read[index + 1]?.own].filter((level) => level !== undefined);
    const mean = around.reduce((sum, level) => sum + level, 0) / around.length;
    const level = around.length === 0 ? own : own + (mean - own) * fromNeighbours;
    return Math.round(level * 100) / 100;
  });
  return {
    points: beats.map(({ id }, index): BeatTension => {
      const { found, share } = read[index] ?? { found: noSigns, share: 0 };
      const level = levels[index] ?? 0;
      const context = tensionReason({ found, share, level, before: levels[index - 1], beats: beats.length });
      return { storyBeatId: id, tensionLevel: level, context };
    }),
  };
}

const noSigns: Found = { tense: [], quiet: [], asks: false, exclaims: false };

function placesOf(beats: readonly TensionBeat[], acts: number): number[] {
  const ofAct = Map.groupBy(beats, ({ actRank }) => actRank);
  return beats.map((beat) => {
    const inAct = ofAct.get(beat.actRank) ?? [beat];
    return shareOfStory({ act: beat.actRank, acts, rank: inAct.indexOf(beat), inAct: inAct.length });
  });
}
