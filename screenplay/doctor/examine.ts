import type { ReadProject } from '../facts/project.ts';
import { sentencesOf } from '../language/sentences.ts';
import { chunksByTextLength, runToCompletion, type Steps } from '../steps.ts';
import { applyTextEdits, editContent } from './editing.ts';
import type { Finding } from './finding.ts';
import type { ExaminedLine, LineRule, Rule, RuleFault, ScriptFault, ScriptRule } from './rule.ts';
import { doctorRules as allRules } from './rules/all.ts';
import { isSafeRewrite } from './safety.ts';

/** Longer lines are pasted matter, and no rule has anything to say on them but that they are long. */
const longestLine = 20_000;

/** What to examine; without any of it, all elements by all rules. */
export interface ExamineOptions {
  /** Only these elements; findings of the whole script about other lines are left out. */
  elementIds?: readonly number[];
  rules?: readonly Rule[];
}

/**
 * All findings, in script order; those about no line come last. The same project gives the same findings. What only wears
 * as a manner is left out of a whole script that has little of it.
 */
export function examine(facts: ReadProject, options: ExamineOptions = {}): Finding[] {
  return runToCompletion(examineSteps(facts, options));
}

/** The same in steps. */
export function* examineSteps(
  facts: ReadProject,
  { elementIds, rules = allRules }: ExamineOptions = {},
): Steps<Finding[]> {
  const wanted = elementIds && new Set(elementIds.map((id) => facts.indexOfId.get(id)));
  const found: { index: number; finding: Finding }[] = [];
  const lineRules = rules.filter((rule) => rule.scope === 'line');
  for (const [from, to] of chunksByTextLength(facts.elements)) {
    for (let index = from; index < to; index++) {
      if (wanted && !wanted.has(index)) continue;
      for (const finding of examineLine(facts, index, lineRules)) found.push({ index, finding });
    }
    yield;
  }
  for (const rule of rules) {
    if (rule.scope !== 'script') continue;
    yield;
    for (const fault of scriptFaults(facts, rule)) {
      if (wanted && (fault.index === null || !wanted.has(fault.index))) continue;
      const finding = findingOf(facts, fault.index, rule, fault);
      found.push({ index: fault.index ?? facts.elements.length, finding });
    }
  }
  found.sort((a, b) => a.index - b.index);
  const findings = once(found.map(({ finding }) => finding));
  return wanted ? findings : withoutRare(findings, rules);
}

function withoutRare(findings: readonly Finding[], rules: readonly Rule[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { ruleId } of findings) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1);
  const rare = new Set(
    rules.filter(({ id, least = 1 }) => (counts.get(id) ?? 0) < least).map(({ id }) => id),
  );
  return findings.filter(({ ruleId }) => !rare.has(ruleId));
}

// Questions about single lines come in rows, and what the whole script shows is the same for all of them.
const known = new WeakMap<ReadProject, Map<ScriptRule, ScriptFault[]>>();

function scriptFaults(facts: ReadProject, rule: ScriptRule): ScriptFault[] {
  const byRule = known.get(facts) ?? new Map<ScriptRule, ScriptFault[]>();
  known.set(facts, byRule);
  const faults = byRule.get(rule) ?? rule.find(facts);
  byRule.set(rule, faults);
  return faults;
}

/** What the rules find in one line. */
export function examineLine(facts: ReadProject, index: number, rules: readonly LineRule[]): Finding[] {
  const line = lineToExamine(facts, index);
  if (line === null) return [];
  return rules
    .filter((rule) => rule.types.includes(line.element.elementType))
    .flatMap((rule) => rule.find(line).map((fault) => findingOf(facts, index, rule, fault)));
}

/** The element under a rule's eyes; null for an empty or a monstrous one. */
export function lineToExamine(facts: ReadProject, index: number): ExaminedLine | null {
  const element = facts.elements[index];
  const text = facts.texts[index] ?? '';
  if (!element || text.trim() === '' || text.length > longestLine) return null;
  return { index, element, text, sentences: sentencesOf(text), facts };
}

function findingOf(facts: ReadProject, index: number | null, rule: Rule, fault: RuleFault): Finding {
  const element = index === null ? undefined : facts.elements[index];
  const text = (index === null ? undefined : facts.texts[index]) ?? '';
  const rewrite = element ? rewriteOf(element.content, text, fault, facts) : null;
  return {
    ruleId: rule.id,
    habit: fault.habit === undefined ? rule.name : `${rule.name}: ${fault.habit}`,
    elementId: element?.id ?? null,
    description: fault.description,
    reasoning: rule.reason,
    confidence: fault.confidence ?? rule.confidence,
    ...(rewrite ?? placeOf(element?.content ?? '', text, fault)),
  };
}

type Rewrite = Pick<Finding, 'type' | 'originalContent' | 'suggestedContent'>;

/** The rewrite as a change of the stored content; null where it is not certainly right. */
function rewriteOf(content: string, text: string, fault: RuleFault, { names }: ReadProject): Rewrite | null {
  const { edits, from, to, drops } = fault;
  if (edits === null) return null;
  const part = text.slice(from, to);
  const inside = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
  const rewritten = applyTextEdits(part, inside);
  if (!isSafeRewrite(part, rewritten, names, drops)) return null;
  const isWhole = from === 0 && to >= text.trimEnd().length;
  // "modify" changes the first occurrence in the content, so the words must be there as they are printed.
  if (!isWhole && content === text && content.indexOf(part) === from) {
    return { type: 'modify', originalContent: part, suggestedContent: rewritten };
  }
  const edited = editContent(content, edits);
  if (edited === null || edited.trim() === content.trim()) return null;
  return { type: 'replace', originalContent: content.trim(), suggestedContent: edited.trim() };
}

/** The words a finding without rewrite is about, as far as the content has them. */
function placeOf(content: string, text: string, { from, to }: RuleFault): Rewrite {
  const part = text.slice(from, to);
  const isThere = part !== '' && content.includes(part);
  return { type: 'modify', originalContent: isThere ? part : content.trim(), suggestedContent: null };
}

/**
 * Without those that say of the same words what an earlier one says. So of several rewrites of a whole line by one
 * rule the first is left, since applying it makes the others stale; the next look finds them.
 */
function once(findings: readonly Finding[]): Finding[] {
  const told = new Set<string>();
  return findings.filter(({ ruleId, elementId, originalContent, description }) => {
    const key = [ruleId, elementId, originalContent, elementId === null ? description : ''].join('\u0000');
    if (told.has(key)) return false;
    told.add(key);
    return true;
  });
}
