import {
  type BeatTension,
  noEvidenceText,
  reasonLimit,
  type Tension,
  type TensionBasis,
  type TensionBeat,
  type TensionFacts,
} from '../../prompts/tension.ts';
import { evidenceIn, evidenceInWords, type PageEvidence, rhythmOf } from './pages.ts';
import { type Found, levelOf, signsIn } from './reading.ts';
import { tensionReason } from './reasons.ts';
import { defaultLevel, shareOfStory } from './shape.ts';

/** Share of the neighbours' level in the level of a beat. */
const fromNeighbours = 0.15;

/** Level without evidence. */
const flatLevel = 0.45;

/**
 * Rate the tension of every beat (decision OQ-111): by the pages of its scenes, otherwise by its
 * words and position. A beat without evidence gets the flat level, whatever its neighbours.
 */
export function tensionOf({ beats, acts }: TensionFacts): Tension {
  const places = placesOf(beats, acts);
  const beatReadings = beats.map((beat, index) => readBeat(beat, places[index] ?? 0, beats.length));
  const levels = beatReadings.map(({ basis, ownLevel }, index) => {
    if (basis === 'no_evidence') return flatLevel;
    const around = [beatReadings[index - 1], beatReadings[index + 1]].flatMap((other) =>
      other && other.basis !== 'no_evidence' ? other.ownLevel : [],
    );
    const mean = around.reduce((sum, level) => sum + level, 0) / around.length;
    const level =
      around.length === 0 ? ownLevel : ownLevel + (mean - ownLevel) * (around.length / 2) * fromNeighbours;
    return Math.round(level * 100) / 100;
  });
  return {
    points: beats.map(({ id }, index): BeatTension => {
      const { found = noSigns, share = 0, basis = 'no_evidence', pages = null } = beatReadings[index] ?? {};
      const level = levels[index] ?? flatLevel;
      const before = beatReadings[index - 1]?.basis === 'no_evidence' ? undefined : levels[index - 1];
      const reason = tensionReason({ found, share, level, before, beats: beats.length });
      const context =
        basis === 'no_evidence' ? noEvidenceText : pages ? `${evidenceInWords(pages)} ${reason}` : reason;
      return { storyBeatId: id, tensionLevel: level, context: context.slice(0, reasonLimit), basis };
    }),
  };
}

interface ReadBeat {
  basis: TensionBasis;
  found: Found;
  /** Position in the story, 0 to 1. */
  share: number;
  ownLevel: number;
  pages: PageEvidence | null;
}

function readBeat({ title, description, script }: TensionBeat, share: number, beats: number): ReadBeat {
  const typicalLevel = defaultLevel(share, beats);
  if (script.length > 0) {
    const pages = evidenceIn(script);
    // The typical level of the position counts half. The pages determine the rest.
    const level = levelOf(pages.found, (typicalLevel + flatLevel) / 2 + rhythmOf(pages));
    return { basis: 'script', found: pages.found, share, ownLevel: level, pages };
  }
  const found = signsIn(title, description);
  const hasEvidence = found.tense.length + found.quiet.length > 0 || found.asks || found.exclaims;
  return {
    basis: hasEvidence ? 'words' : 'no_evidence',
    found,
    share,
    ownLevel: levelOf(found, typicalLevel),
    pages: null,
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
