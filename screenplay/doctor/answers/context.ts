import type { SceneFacts } from '../../facts/facts.ts';
import type { ReadElement } from '../../facts/input.ts';
import type { ReadProject } from '../../facts/project.ts';
import { capital, sceneInFull } from '../../facts/prose.ts';
import { examine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { variantsOf } from '../improve/variants.ts';
import { doctorRules } from '../rules/all.ts';

/** What a craft prompt works on. */
export interface SceneMoment {
  facts: ReadProject;
  index: number;
  element: ReadElement;
  text: string;
  scene: SceneFacts;
  /** The name of who speaks it; null for all that is no speech. */
  speaker: string | null;
}

/** What a prompt gives: prose, and the suggestions it speaks of. */
export interface Advice {
  text: string;
  findings: Finding[];
}

/** The selected element with its surroundings; null without one. */
export function momentAt(facts: ReadProject, index: number | null): SceneMoment | null {
  const element = index === null ? undefined : facts.elements[index];
  const scene = index === null ? undefined : facts.scenes[facts.sceneAt[index] ?? -1];
  if (index === null || !element || !scene) return null;
  const key = facts.speakers[index] ?? null;
  const speaker = key === null ? null : (facts.people.get(key)?.name ?? key);
  return { facts, index, element, text: facts.texts[index] ?? '', scene, speaker };
}

/** Findings of these rules about one line, those with a rewrite first. */
export function findingsAt({ facts, element }: SceneMoment, ruleIds?: readonly string[]): Finding[] {
  const chosen = ruleIds ? doctorRules.filter(({ id }) => ruleIds.includes(id)) : doctorRules;
  return rewritesFirst(examine(facts, { elementIds: [element.id], rules: chosen }));
}

/** Findings of these rules in a whole scene. */
export function findingsInScene({ facts, scene }: SceneMoment, ruleIds: readonly string[]): Finding[] {
  const elementIds = facts.elements.slice(scene.from, scene.to).map(({ id }) => id);
  return examine(facts, { elementIds, rules: doctorRules.filter(({ id }) => ruleIds.includes(id)) });
}

/** Ways to write the line anew, without those that are a single finding's rewrite already. */
export function variantsAt({ facts, index }: SceneMoment, findings: readonly Finding[]): Finding[] {
  const known = new Set(findings.map(({ suggestedContent }) => suggestedContent));
  return variantsOf(facts, index).filter(({ suggestedContent }) => !known.has(suggestedContent));
}

/** Findings with a rewrite before those without; else in their order. */
export function rewritesFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => Number(b.suggestedContent !== null) - Number(a.suggestedContent !== null),
  );
}

/** The findings in prose: "“is walking” can be the plain verb." Each once. */
export function listFindings(findings: readonly Finding[], max = 5): string {
  const lines = [...new Set(findings.map(({ description }) => `${capital(description)}.`))];
  const rest = lines.length > max ? ` And ${lines.length - max} more.` : '';
  return lines.slice(0, max).join(' ') + rest;
}

/** "I looked at this line and its 2 neighbours in scene 5 (INT. SALOON - NIGHT)." */
export function scopeSentence({ scene }: SceneMoment, what = 'this line and its scene'): string {
  return `I looked at ${what}: ${sceneInFull(scene)}.`;
}

/** How many suggestions there are, and where; said at the end of an advice. */
export function suggestionCountSentence(findings: readonly Finding[]): string {
  const count = findings.filter(({ suggestedContent }) => suggestedContent !== null).length;
  if (count === 0) return '';
  return count === 1
    ? 'One rewrite is among the suggestions.'
    : `${count} rewrites are among the suggestions.`;
}

/** Joins the parts of an advice that are there. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
