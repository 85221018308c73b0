import type { DoctorSelection } from '#screenplay/facts/input.ts';
import { quote, withNoun } from '#screenplay/facts/prose.ts';
import { runToCompletion, type Steps } from '#screenplay/steps.ts';
import { briefInWords } from '#server/ai/prompts/project.ts';
import type { ContextPart } from '#shared/contract/ai.ts';
import { openingLabel } from '#shared/contract/ai.ts';
import type { ContextReach, GivenContext } from '#shared/contract/assistant.ts';
import { type BudgetedLines, briefWithin, castWithin, notesWithin, planWithin } from './contextParts.ts';
import { sceneKey, scenesByProximity, scriptWithin } from './contextScript.ts';
import type { ProjectRead } from './project.ts';

/**
 * About 5,000 tokens in characters. The price of a question stays near decision OQ-39 and any
 * context window is enough.
 */
export const contextLimit = 20_000;
/** Tokens reserved for instructions, history and answer. */
const reservedTokens = 8_000;
/** Characters per token of the maximum estimate (server/ai/size.ts). */
const charactersPerToken = 3;
/** Minimum limit. With less no useful question is possible. */
const minLimit = 8_000;

/**
 * Return the maximum characters of a context scope for a model with that window (decision OQ-110).
 */
export function limitOf(reach: ContextReach, contextTokens: number): number {
  const room = Math.max(minLimit, (contextTokens - reservedTokens) * charactersPerToken);
  return reach === 'relevant' ? Math.min(contextLimit, room) : room;
}

/** Maximum shares of the parts before the script in the room left by the brief. */
const shares = { cast: 0.2, plan: 0.15, notes: 0.1 };

export interface Context {
  /** For the model: the writer's standing wishes, and everything else. */
  brief: string;
  text: string;
  /** For the writer: all parts that are or could be included. */
  parts: ContextPart[];
  /** Summary of the parts, as stored with a message. */
  given: GivenContext;
  /** Maximum characters. Infinite for the built-in engine. */
  limit: number;
  /** Return whether the writer excluded this element from the context. */
  isWithheld(elementId: number): boolean;
}

export interface Choice {
  selection: DoctorSelection | null;
  /** Keys of excluded parts. */
  leaveOut?: readonly string[] | undefined;
  limit?: number;
  /** `scene`: only the scene of the selection. */
  reach?: ContextReach;
}

/**
 * Build the context of a project for a model: brief, cast, plan, notes and script. Never longer
 * than the limit.
 */
export function contextOf(project: ProjectRead, choice: Choice): Context {
  return runToCompletion(contextSteps(project, choice));
}

/** Build the context in steps that can yield to other work. */
export function* contextSteps(
  project: ProjectRead,
  { selection, leaveOut, limit = contextLimit, reach = 'relevant' }: Choice,
): Steps<Context> {
  const { name, facts } = project;
  const elementId = selection?.elementId ?? null;
  const leftOutKeys = new Set(leaveOut);
  const isLeftOut = (key: string) => leftOutKeys.has(key);
  const keysOfScenes = facts.scenes.map((_scene, index) => sceneKey(project, index));
  const nearest = scenesByProximity(facts, elementId);
  const chosen = reach === 'scene' ? nearest.slice(0, 1) : nearest;
  const near = chosen.filter((index) => !isLeftOut(keysOfScenes[index] ?? ''));
  yield;

  const brief = briefWithin(briefInWords(project.brief), isLeftOut);
  const briefText = brief.lines.join('\n');
  const free = limit - briefText.length;
  const cast = castWithin(project, isLeftOut, free * shares.cast);
  yield;
  const plan = planWithin(project, isLeftOut, free * shares.plan);
  const notes = notesWithin(project, isLeftOut, near, free * shares.notes);
  const before = sections([
    ['', [`The screenplay ${quote(name, 100)}: ${lengthOf(facts)}.`]],
    ['Cast', cast.lines],
    ['Plan', plan.lines],
    ['Notes', notes.lines],
  ]);
  const left = free - before.length - '\n\nScript\n'.length;
  yield;
  const script = yield* scriptWithin(project, elementId, near, left);
  const text = [before, sections([['Script', script.lines]])].filter(Boolean).join('\n\n').toWellFormed();

  const allParts = [...brief.parts, ...plan.parts, ...notes.parts, ...cast.parts, ...script.parts];
  const parts = reach === 'scene' ? markUnchosen(allParts, isLeftOut) : allParts;
  return {
    ...{ brief: briefText, text, parts, limit },
    given: {
      ...countScenes(script),
      characters: cast.parts.flatMap(({ form, label }) =>
        form === 'full' || form === 'part' ? [label] : [],
      ),
      beats: plan.lines.length,
      brief: briefText !== '',
      notes: notes.lines.length,
      leftOut: parts.filter(({ form }) => form === 'left_out').length,
      reach,
      size: briefText.length + text.length,
    },
    isWithheld: (id) => {
      const scene = facts.sceneAt[facts.indexOfId.get(id) ?? -1];
      return scene !== undefined && id !== elementId && isLeftOut(keysOfScenes[scene] ?? '');
    },
  };
}

/** Mark the parts that the scope dropped: the writer did not exclude them. */
function markUnchosen(parts: readonly ContextPart[], isLeftOut: (key: string) => boolean): ContextPart[] {
  return parts.map((part) =>
    part.form === 'left_out' && !isLeftOut(part.key) ? { ...part, form: 'not_chosen' } : part,
  );
}

/** Count the scenes by how much of them the context contains. */
function countScenes({
  inFull,
  parts,
}: BudgetedLines & { inFull: string[] }): Pick<
  GivenContext,
  'scenes' | 'summarizedScenes' | 'omittedScenes'
> {
  const scenesAs = (...forms: ContextPart['form'][]) =>
    parts.filter(({ form, label }) => forms.includes(form) && label !== openingLabel).length;
  return {
    scenes: inFull,
    summarizedScenes: scenesAs('summary', 'heading'),
    omittedScenes: scenesAs('no_room'),
  };
}

function lengthOf({ report }: ProjectRead['facts']): string {
  return `${withNoun(report.pages, 'page')}, ${withNoun(report.scenes, 'scene')}`;
}

function sections(named: readonly [name: string, lines: readonly string[]][]): string {
  return named
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => [...(name ? [name] : []), ...lines].join('\n'))
    .join('\n\n');
}
