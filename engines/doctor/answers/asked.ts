import { readNumber } from '#screenplay/facts/acts.ts';
import type { PersonFacts, SceneFacts } from '#screenplay/facts/facts.ts';
import type { DoctorSelection } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';

/** A parsed question with the subjects it names. */
export interface ParsedQuestion {
  /** In lower case, with single spaces, without punctuation at the end. */
  words: string;
  facts: ReadProject;
  /** The characters it names, in order. */
  people: PersonFacts[];
  /** The scene it names, or the scene of the selection for "this scene". */
  scene: SceneFacts | null;
  /** A scene number in the question that no scene has. */
  unknownScene: string | null;
  act: number | null;
  /** Index of the selected element; null without a selection. */
  selected: number | null;
}

const maxQuestionLength = 1000;
const sceneNumber =
  /(?<!\p{L})(?:scene|sc\.?|szene|scène|escena)\s+(?:number\s+|no\.?\s*|#\s*)?([a-z]?\d{1,4}[a-z]{0,2})\b/u;
const spelledScene = /\bscene\s+(one|two|three|four|five|six|seven|eight|nine|ten)\b/;
const endScene = /\b(first|opening|last|final|closing) scene\b/;
const thisScene = /\b(?:this|the current|the selected|that) scene\b|\bhere\b/;
const act =
  /\bact\s+(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|i{1,3}|iv|v)\b|\b(first|second|third|fourth|fifth|last) act\b/;
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/**
 * Parse a question: the characters, the scene and the act it names. Only its first thousand
 * characters count.
 */
export function readQuestion(
  question: string,
  facts: ReadProject,
  selection: DoctorSelection | null,
): ParsedQuestion {
  const words = question
    .slice(0, maxQuestionLength)
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.?!]+$/, '')
    .replace(/^¿\s*/, '');
  const selected = selection?.elementId == null ? null : (facts.indexOfId.get(selection.elementId) ?? null);
  const requestedNumber =
    sceneNumber.exec(words)?.[1] ?? `${readNumber(spelledScene.exec(words)?.[1] ?? '') ?? ''}`;
  const scene = sceneAsked(words, requestedNumber, facts, selected);
  const people = facts.names
    .asked(withoutQuestionWord(question.slice(0, maxQuestionLength)))
    .flatMap((key) => facts.people.get(key) ?? []);
  return {
    words,
    facts,
    people,
    scene,
    unknownScene: requestedNumber !== '' && scene === null ? requestedNumber.toUpperCase() : null,
    act: actAsked(words, facts),
    selected,
  };
}

function sceneAsked(
  words: string,
  requestedNumber: string,
  facts: ReadProject,
  selected: number | null,
): SceneFacts | null {
  const { scenes, sceneAt } = facts;
  if (requestedNumber !== '')
    return scenes.find(({ number }) => number?.toLowerCase() === requestedNumber) ?? null;
  const end = endScene.exec(words)?.[1];
  const headed = scenes.filter(({ heading }) => heading !== '');
  if (end !== undefined) return (/first|opening/.test(end) ? headed[0] : headed.at(-1)) ?? null;
  return thisScene.test(words) && selected !== null ? (scenes[sceneAt[selected] ?? -1] ?? null) : null;
}

function actAsked(words: string, { acts }: ReadProject): number | null {
  const match = act.exec(words);
  if (!match) return null;
  const [, number, ordinal] = match;
  if (number !== undefined) return readNumber(number);
  if (ordinal === 'last') return acts.at(-1)?.number ?? null;
  return ordinals.indexOf(ordinal ?? '') || null;
}

/** Remove a question word at the start that may also be a name, such as "Will" or "May". */
function withoutQuestionWord(question: string): string {
  return question.replace(
    /^\s*(?:will|may|can|would|should|does|do|is|are|was|has|have|what|who|where|when|how|which)\b/i,
    '',
  );
}
