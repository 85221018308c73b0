import type { SceneFacts } from '#screenplay/facts/facts.ts';
import type { ReadElement } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { capital, sceneInFull } from '#screenplay/facts/prose.ts';
import { examine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { variantsOf } from '../improve/variants.ts';
import { doctorRules } from '../rules/all.ts';

/** The selected element with its surroundings, as input for a craft prompt. */
export interface SceneMoment {
  facts: ReadProject;
  index: number;
  element: ReadElement;
  text: string;
  scene: SceneFacts;
  /** Name of the speaker; null if the element is no speech. */
  speaker: string | null;
}

/** The reply to a prompt: text, and the suggestions that it mentions. */
export interface Advice {
  text: string;
  findings: Finding[];
}

/** Return the selected element with its surroundings; null without a selection. */
export function momentAt(facts: ReadProject, index: number | null): SceneMoment | null {
  const element = index === null ? undefined : facts.elements[index];
  const scene = index === null ? undefined : facts.scenes[facts.sceneAt[index] ?? -1];
  if (index === null || !element || !scene) return null;
  const key = facts.speakers[index] ?? null;
  const speaker = key === null ? null : (facts.people.get(key)?.name ?? key);
  return { facts, index, element, text: facts.texts[index] ?? '', scene, speaker };
}

/** Return the findings of these rules about one line, those with a rewrite first. */
export function findingsAt({ facts, element }: SceneMoment, ruleIds?: readonly string[]): Finding[] {
  const chosen = ruleIds ? doctorRules.filter(({ id }) => ruleIds.includes(id)) : doctorRules;
  return rewritesFirst(examine(facts, { elementIds: [element.id], rules: chosen }));
}

/** Return the findings of these rules in a whole scene. */
export function findingsInScene({ facts, scene }: SceneMoment, ruleIds: readonly string[]): Finding[] {
  const elementIds = facts.elements.slice(scene.from, scene.to).map(({ id }) => id);
  return examine(facts, { elementIds, rules: doctorRules.filter(({ id }) => ruleIds.includes(id)) });
}

/** Return variants of the line, except those that equal the rewrite of a single finding. */
export function variantsAt({ facts, index }: SceneMoment, findings: readonly Finding[]): Finding[] {
  const known = new Set(findings.map(({ suggestedContent }) => suggestedContent));
  return variantsOf(facts, index).filter(({ suggestedContent }) => !known.has(suggestedContent));
}

/** Sort findings with a rewrite before those without; otherwise keep their order. */
export function rewritesFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => Number(b.suggestedContent !== null) - Number(a.suggestedContent !== null),
  );
}

/** List the distinct findings as sentences: "“is walking” can be the plain verb." */
export function listFindings(findings: readonly Finding[], max = 5): string {
  const lines = [...new Set(findings.map(({ description }) => `${capital(description)}.`))];
  const rest = lines.length > max ? ` And ${lines.length - max} more.` : '';
  return lines.slice(0, max).join(' ') + rest;
}

/**
 * Return the opening sentence of an advice, such as "I looked at this line and its 2 neighbours:
 * scene 5 (INT. SALOON - NIGHT)."
 */
export function scopeSentence({ scene }: SceneMoment, what = 'this line and its scene'): string {
  return `I looked at ${what}: ${sceneInFull(scene)}.`;
}

/** Return the closing sentence of an advice: the number of suggestions. */
export function suggestionCountSentence(findings: readonly Finding[]): string {
  const count = findings.filter(({ suggestedContent }) => suggestedContent !== null).length;
  if (count === 0) return '';
  return count === 1
    ? 'One rewrite is among the suggestions.'
    : `${count} rewrites are among the suggestions.`;
}

/** Join the parts of an advice that are not empty. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
