import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';
import { percentOf, tensionWord } from './levels.ts';

/** A bar of the chart. */
export interface PlotColumn {
  pointId: number;
  /** Title of its beat, or a replacement for a deleted one. */
  title: string;
  level: number;
  /**
   * Whether there is no evidence for the level, which is then that of a flat line (decision
   * OQ-111).
   */
  isWithoutEvidence: boolean;
  context: string | null;
  /** Accessible name: "Cabin 214: high tension, 82 %". */
  name: string;
  theme: Act['colorTheme'];
}

/** Adjacent columns of one act. */
export interface PlotStretch {
  /** Id of its first column. */
  pointId: number;
  columns: number;
  theme: Act['colorTheme'];
  number: number;
  title: string | null;
}

export interface Plot {
  columns: PlotColumn[];
  stretches: PlotStretch[];
  /** Number of beats that are newer than the analysis. */
  unanalysed: number;
}

/** Colour of an act without a colour (docs/spec/planning.md). */
const plainTheme = 'blue';

/** Return the points in story order, each with its current beat and act. */
export function plotOf(
  points: readonly TensionPoint[],
  beats: readonly StoryBeat[],
  acts: readonly Act[],
): Plot {
  const beatById = new Map(beats.map((beat) => [beat.id, beat]));
  const actByNumber = new Map(acts.map((act) => [act.number, act]));
  const columns: PlotColumn[] = [];
  const stretches: PlotStretch[] = [];
  const known = new Set<number>();
  for (const point of points.toSorted((one, other) => one.position - other.position)) {
    const beat = point.storyBeatId === null ? undefined : beatById.get(point.storyBeatId);
    if (beat) known.add(beat.id);
    // A deleted beat stays in the act of the previous one.
    const number = beat?.actNumber ?? stretches.at(-1)?.number ?? 1;
    const act = actByNumber.get(number);
    const theme = act?.colorTheme ?? plainTheme;
    const title = beat?.title ?? 'Deleted beat';
    const isWithoutEvidence = point.analysisType === 'no_evidence';
    const words = isWithoutEvidence
      ? 'no evidence'
      : `${tensionWord(point.tensionLevel)} tension, ${percentOf(point.tensionLevel)} %`;
    columns.push({
      pointId: point.id,
      title,
      level: point.tensionLevel,
      isWithoutEvidence,
      context: point.context,
      name: `${title}: ${words}`,
      theme,
    });
    const last = stretches.at(-1);
    if (last?.number === number) last.columns += 1;
    else stretches.push({ pointId: point.id, columns: 1, theme, number, title: act?.title ?? null });
  }
  return { columns, stretches, unanalysed: beats.filter(({ id }) => !known.has(id)).length };
}

/**
 * Return the first of the highest columns, shown before a selection. Without evidence there is no
 * peak.
 */
export function peakOf(columns: readonly PlotColumn[]): PlotColumn | undefined {
  const judged = columns.filter(({ isWithoutEvidence }) => !isWithoutEvidence);
  return (judged.length > 0 ? judged : columns).reduce<PlotColumn | undefined>(
    (highest, column) => (highest && highest.level >= column.level ? highest : column),
    undefined,
  );
}
