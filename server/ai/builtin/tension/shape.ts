import { positionByRank } from '#screenplay/storyOrder.ts';

/** What stands at a place of a film in three acts, and how tense films usually are there. */
interface Stage {
  /** Share of the way, 0 to 1, up to which it reaches. */
  until: number;
  /** A whole sentence about the place. */
  told: string;
}

const stages: readonly [Stage, ...Stage[]] = [
  { until: 0.06, told: 'The story is just opening.' },
  { until: 0.11, told: 'The first act is still laying out its world.' },
  { until: 0.17, told: 'About here the first disturbance is due.' },
  { until: 0.22, told: 'The first act is heading for its turn.' },
  { until: 0.29, told: 'Here the first act gives way to the second.' },
  { until: 0.45, told: 'In the first half of the middle the obstacles are growing.' },
  { until: 0.55, told: 'This is the middle of the story, where the stakes are usually raised.' },
  { until: 0.7, told: 'In the second half of the middle the ways out are closing.' },
  { until: 0.8, told: 'Before the last act a story is usually at its lowest point.' },
  { until: 0.95, told: 'The last act is heading for its climax.' },
  { until: 1, told: 'Here the story lets its audience go.' },
];

/** Share of the way → the usual level, joined by straight lines. */
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

/** Nothing is known of the shape of a story of a few beats. */
const neutral = 0.45;
const wholeShape = 7;

/** The usual level at that share of a story; the fewer beats there are, the less the place says. */
export function defaultLevel(share: number, beats: number): number {
  const trust = Math.min(1, Math.max(0, (beats - 1) / (wholeShape - 1)));
  return neutral + (onCurve(share) - neutral) * trust;
}

function onCurve(share: number): number {
  const next = curve.findIndex(([at]) => at >= share);
  const [highAt, high] = curve[next] ?? curve[curve.length - 1] ?? [1, neutral];
  const [lowAt, low] = curve[next - 1] ?? [highAt, high];
  return highAt === lowAt ? high : low + ((high - low) * (share - lowAt)) / (highAt - lowAt);
}

/** The place in words; "" where there are too few beats to tell. */
export function placeInWords(share: number, beats: number): string {
  if (beats < 4) return '';
  return (stages.find(({ until }) => share <= until) ?? stages[0]).told;
}

interface Place {
  /** Of its act, 0 to acts - 1. */
  act: number;
  acts: number;
  /** Among the beats of its act, 0 to inAct - 1. */
  rank: number;
  inAct: number;
}

/**
 * Where in a film a beat stands, 0 to 1. The middle act of three is half of the story; any other number of acts shares it
 * evenly. The first act begins with its first beat, and the last one ends with its last.
 */
export function shareOfStory({ act, acts, rank, inAct }: Place): number {
  if (acts < 2) return positionByRank(rank, inAct);
  const bounds = acts === 3 ? [0, 0.25, 0.75, 1] : [];
  const from = bounds[act] ?? act / acts;
  const to = bounds[act + 1] ?? (act + 1) / acts;
  const shift = inAct === 1 ? 0.5 : act === 0 ? 0 : act === acts - 1 ? 1 : 0.5;
  return Math.min(1, from + ((to - from) * (rank + shift)) / inAct);
}
