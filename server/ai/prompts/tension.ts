import { z } from 'zod';
import type { ScriptElement } from '#screenplay/element.ts';
import type { Analysis } from '../models.ts';
import { asData, dataRules } from './project.ts';

/** A beat of the plan, in story order. */
export interface TensionBeat {
  id: number;
  title: string;
  /** "" when empty. */
  description: string;
  /** Title as a heading: "Act 1: Departure". */
  act: string;
  /** "" for a beat without a sequence. */
  sequence: string;
  /** 0 to n - 1. */
  actRank: number;
  /** Elements of the linked scenes in script order. Empty without a linked scene. */
  script: readonly TensionElement[];
}

/** A line of the script. */
export type TensionElement = Pick<ScriptElement, 'elementType' | 'content'>;

/** Reason of a beat without evidence. The chart draws its point differently (decision OQ-111). */
export const noEvidenceText =
  'No evidence. No scene of the script tells this beat, and its words name neither danger nor rest.';

/** Evidence on which the built-in engine bases a level. */
export type TensionBasis = 'script' | 'words' | 'no_evidence';

export interface TensionFacts {
  beats: readonly TensionBeat[];
  /** Number of acts in the plan, including empty ones. */
  acts: number;
}

/** The tension of a beat with its reason. */
export interface BeatTension {
  storyBeatId: number;
  /** 0 to 1. */
  tensionLevel: number;
  context: string;
  basis?: TensionBasis;
}

/** Maximum characters of a stored reason: two or three sentences. */
export const reasonLimit = 500;

/**
 * Return the schema of an answer with one point per beat, in the order of the beats. Points of
 * unknown beats and repeated points are dropped. A missing point is an error, and the model answers
 * again.
 */
export function tensionShape(beatIds: readonly number[]) {
  const point = z.object({
    storyBeatId: z.number().describe('The number in brackets before the beat'),
    tensionLevel: z
      .number()
      .describe('0 to 1: 0 is rest, 0.4 unease, 0.7 pressure, 1 the highest point of the story'),
    context: z.string().trim().min(1).describe('Why, in one or two sentences about this beat'),
  });
  return z.object({ points: z.array(point) }).transform(({ points }, context) => {
    const byBeat = new Map(points.toReversed().map((one) => [one.storyBeatId, one]));
    const missing = beatIds.filter((id) => !byBeat.has(id));
    if (missing.length > 0) {
      const message = `There must be a point for every beat. Missing: ${missing.slice(0, 50).join(', ')}`;
      context.addIssue({ code: 'custom', path: ['points'], message });
      return z.NEVER;
    }
    return { points: beatIds.flatMap((id) => cleanPoint(byBeat.get(id))) };
  });
}

function cleanPoint(point: BeatTension | undefined): BeatTension[] {
  if (!point) return [];
  const tensionLevel = Math.min(1, Math.max(0, point.tensionLevel));
  const context = point.context.replaceAll('\0', '').trim().slice(0, reasonLimit).toWellFormed();
  return [{ storyBeatId: point.storyBeatId, tensionLevel, context }];
}

export type Tension = { points: BeatTension[] };

/** Maximum characters of all beats in a question, and of one description. */
const beatsLimit = 20_000;
const descriptionLimit = 600;
/** Maximum characters of the script in a question, and of one beat. */
const pagesLimit = 60_000;
const pagesOfBeatLimit = 2000;
/** Up to this number of beats each reason may be a whole sentence. */
const manyBeats = 60;

const role =
  'You are the script editor of a screenwriter. You read the plan of a story, beat by beat, and judge how tense an audience would be in each of them.';

export interface TensionInput {
  title: string;
  logline: string | null;
  /** The writer's standing wishes as text. "" when empty. */
  brief: string;
  facts: TensionFacts;
}

/** Build the question for the tension of every beat of a plan with at least one beat. */
export function tensionQuestion({ title, logline, brief, facts }: TensionInput): Analysis<Tension> {
  const { beats } = facts;
  const words = beats.length > manyBeats ? 15 : 30;
  const manner = `Judge each beat by what happens in it and by where it stands: what is at stake, who is in danger, what is hidden or found out, how much time is left, what its pages show where they are given, and how it stands against the beats around it. Use the whole scale from 0 to 1: let rest be low, and let the climax be the highest point of the story.
Give one point for every beat, in the order of the beats. Say why in at most ${words} words, in the language of the plan, about what happens there: no advice, no figures, no Markdown.`;
  const parts = [
    `The film ${JSON.stringify(title)}.`,
    logline?.trim() ? `Logline: ${logline.trim().slice(0, 1000)}` : '',
    beatsInWords(beats),
  ].filter(Boolean);
  return {
    task: 'tension',
    system: [role, dataRules(brief), manner].join('\n'),
    messages: [
      { role: 'user', content: `${asData(parts.join('\n\n').toWellFormed(), brief)}\n\nJudge these beats.` },
    ],
    maxOutputTokens: 400 + beats.length * (words === 30 ? 110 : 70),
    shape: tensionShape(beats.map(({ id }) => id)),
    facts,
  };
}

/** List the beats under their acts, with descriptions as long as there is room. */
function beatsInWords(beats: readonly TensionBeat[]): string {
  const max = Math.min(descriptionLimit, Math.floor(beatsLimit / Math.max(1, beats.length)));
  const beatsWithPages = beats.filter(({ script }) => script.length > 0).length;
  const ofPages = Math.min(pagesOfBeatLimit, Math.floor(pagesLimit / Math.max(1, beatsWithPages)));
  let heading = '';
  return beats
    .flatMap(({ id, title, description, act, sequence, script }) => {
      const about = oneLine([act, sequence].filter(Boolean).join(', '));
      const isNew = about !== heading;
      heading = about;
      const text = oneLine(description).slice(0, max);
      const name = oneLine(title).slice(0, Math.max(80, max));
      const pages = script.length === 0 ? '' : `\nPages: ${pagesInWords(script, ofPages)}`;
      return [...(isNew ? [`${about}:`] : []), `[${id}] ${name}${text && `: ${text}`}${pages}`];
    })
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Return the pages of a beat. Long ones are reduced to their beginning and end. */
function pagesInWords(script: readonly TensionElement[], max: number): string {
  const text = oneLine(script.map(({ content }) => content).join(' / '));
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  return `${text.slice(0, half)} […] ${text.slice(-half)}`;
}
