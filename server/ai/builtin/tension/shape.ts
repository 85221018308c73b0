import { positionByRank } from '#screenplay/storyOrder.ts';

/** A stage of a three-act film. */
interface Stage {
  /** End of the stage as a share of the story, 0 to 1. */
  until: number;
  /** A sentence about the stage. */
  sentence: string;
}

const stages: readonly [Stage, ...Stage[]] = [
  { until: 0.06, sentence: 'The story is just opening.' },
  { until: 0.11, sentence: 'The first act is still laying out its world.' },
  { until: 0.17, sentence: 'About here the first disturbance is due.' },
  { until: 0.22, sentence: 'The first act is heading for its turn.' },
  { until: 0.29, sentence: 'Here the first act gives way to the second.' },
  { until: 0.45, sentence: 'In the first half of the middle the obstacles are growing.' },
  { until: 0.55, sentence: 'This is the middle of the story, where the stakes are usually raised.' },
  { until: 0.7, sentence: 'In the second half of the middle the ways out are closing.' },
  { until: 0.8, sentence: 'Before the last act a story is usually at its lowest point.' },
  { until: 0.95, sentence: 'The last act is heading for its climax.' },
  { until: 1, sentence: 'Here the story lets its audience go.' },
];

/** Pairs of share of the story and typical level, interpolated linearly. */
const curve = [
  [0, 0.24],
  [0.1, 0.3],
  [0.14, 0.4],
  [0.2, 0.38],
  [0.26, 0.48],
  [0.38, 0.46],
  [0.5, 0.58],
  [0.6, 0.54],
  [0.74, 0.68],
  [0.8, 0.64],
  [0.9, 0.8],
  [0.95, 0.7],
  [1, 0.42],
] as const;

/** Level without a known shape, as in a story of a few beats. */
const neutralLevel = 0.45;
const wholeShape = 7;

/**
 * Return the typical level at `share` of a story. With fewer beats it is closer to the neutral
 * level.
 */
export function defaultLevel(share: number, beats: number): number {
  const trust = Math.min(1, Math.max(0, (beats - 1) / (wholeShape - 1)));
  return neutralLevel + (onCurve(share) - neutralLevel) * trust;
}

function onCurve(share: number): number {
  const next = curve.findIndex(([at]) => at >= share);
  const [highAt, high] = curve[next] ?? curve[curve.length - 1] ?? [1, neutralLevel];
  const [lowAt, low] = curve[next - 1] ?? [highAt, high];
  return highAt === lowAt ? high : low + ((high - low) * (share - lowAt)) / (highAt - lowAt);
}

/** Describe the position in the story. "" with fewer than four beats. */
export function placeInWords(share: number, beats: number): string {
  if (beats < 4) return '';
  return (stages.find(({ until }) => share <= until) ?? stages[0]).sentence;
}

interface Place {
  /** Act of the beat, 0 to acts - 1. */
  act: number;
  acts: number;
  /** Position among the beats of its act, 0 to inAct - 1. */
  rank: number;
  inAct: number;
}

/**
 * Return the position of a beat in the story, 0 to 1. With three acts the middle one is half of the
 * story, otherwise all acts have equal shares. The first act begins with its first beat, and the
 * last act ends with its last one.
 */
export function shareOfStory({ act, acts, rank, inAct }: Place): number {
  if (acts < 2) return positionByRank(rank, inAct);
  const bounds = acts === 3 ? [0, 0.25, 0.75, 1] : [];
  const from = bounds[act] ?? act / acts;
  const to = bounds[act + 1] ?? (act + 1) / acts;
  const shift = inAct === 1 ? 0.5 : act === 0 ? 0 : act === acts - 1 ? 1 : 0.5;
  return Math.min(1, from + ((to - from) * (rank + shift)) / inAct);
}
