import { readNumber } from '../../facts/acts.ts';
import type { PersonFacts, SceneFacts } from '../../facts/facts.ts';
import type { DoctorSelection } from '../../facts/input.ts';
import type { ReadProject } from '../../facts/project.ts';

/** A question, read: what it asks about. */
export interface AskedAbout {
  /** In small letters, one space between words, without signs at its end. */
  words: string;
  facts: ReadProject;
  /** Whom it names, in order. */
  people: PersonFacts[];
  /** The scene it names, or "this scene" of the selection. */
  scene: SceneFacts | null;
  /** A scene number that no scene has. */
  unknownScene: string | null;
  act: number | null;
  /** Index of the selected element; null without one. */
  selected: number | null;
}

const longestQuestion = 1000;
const sceneNumber =
  /(?<!\p{L})(?:scene|sc\.?|szene|scène|escena)\s+(?:number\s+|no\.?\s*|#\s*)?([a-z]?\d{1,4}[a-z]{0,2})\b/u;
const spelledScene = /\bscene\s+(one|two|three|four|five|six|seven|eight|nine|ten)\b/;
const endScene = /\b(first|opening|last|final|closing) scene\b/;
const thisScene = /\b(?:this|the current|the selected|that) scene\b|\bhere\b/;
const act =
  /\bact\s+(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|i{1,3}|iv|v)\b|\b(first|second|third|fourth|fifth|last) act\b/;
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/** Reads a question: whom, which scene and which act it names. Only its first thousand characters count. */
export function readQuestion(
  question: string,
  facts: ReadProject,
  selection: DoctorSelection | null,
): AskedAbout {
  const words = question
    .slice(0, longestQuestion)
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.?!]+$/, '')
    .replace(/^¿\s*/, '');
  const selected = selection?.elementId == null ? null : (facts.indexOfId.get(selection.elementId) ?? null);
  const wanted = sceneNumber.exec(words)?.[1] ?? `${readNumber(spelledScene.exec(words)?.[1] ?? '') ?? ''}`;
  const scene = sceneAsked(words, wanted, facts, selected);
  const people = facts.names
    .asked(withoutAsking(question.slice(0, longestQuestion)))
    .flatMap((key) => facts.people.get(key) ?? []);
  return {
    words,
    facts,
    people,
    scene,
    unknownScene: wanted !== '' && scene === null ? wanted.toUpperCase() : null,
    act: actAsked(words, facts),
    selected,
  };
}

function sceneAsked(
  words: string,
  wanted: string,
  facts: ReadProject,
  selected: number | null,
): SceneFacts | null {
  const { scenes, sceneAt } = facts;
  if (wanted !== '') return scenes.find(({ number }) => number?.toLowerCase() === wanted) ?? null;
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

/** Asking words that may also be names stay out of the search for names: "Will", "May". */
function withoutAsking(question: string): string {
  return question.replace(
    /^\s*(?:will|may|can|would|should|does|do|is|are|was|has|have|what|who|where|when|how|which)\b/i,
    '',
  );
}
