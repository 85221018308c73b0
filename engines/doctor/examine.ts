import type { ReadProject } from '#screenplay/facts/project.ts';
import { sentencesOf } from '#screenplay/language/sentences.ts';
import { chunksByTextLength, runToCompletion, type Steps } from '#screenplay/steps.ts';
import { applyTextEdits, editContent } from './editing.ts';
import type { Finding } from './finding.ts';
import type { ExaminedLine, LineRule, Rule, RuleFault, ScriptFault, ScriptRule } from './rule.ts';
import { doctorRules as allRules } from './rules/all.ts';
import { isSafeRewrite } from './safety.ts';

/** Longer lines are pasted text, which no line rule examines. */
const maxLineLength = 20_000;

/** Elements and rules to examine. By default, all elements by all rules. */
export interface ExamineOptions {
  /** Only these elements; script findings about other lines are left out. */
  elementIds?: readonly number[];
  rules?: readonly Rule[];
}

/**
 * Return all findings in script order; those about no line come last. The same project gives the
 * same findings. In a whole script, weaknesses that only matter as a habit are left out if they are
 * rare.
 */
export function examine(facts: ReadProject, options: ExamineOptions = {}): Finding[] {
  return runToCompletion(examineSteps(facts, options));
}

/** Examine in steps. */
export function* examineSteps(
  facts: ReadProject,
  { elementIds, rules = allRules }: ExamineOptions = {},
): Steps<Finding[]> {
  const requested = elementIds && new Set(elementIds.map((id) => facts.indexOfId.get(id)));
  const found: { index: number; finding: Finding }[] = [];
  const lineRules = rules.filter((rule) => rule.scope === 'line');
  for (const [from, to] of chunksByTextLength(facts.elements)) {
    for (let index = from; index < to; index++) {
      if (requested && !requested.has(index)) continue;
      for (const finding of examineLine(facts, index, lineRules)) found.push({ index, finding });
    }
    yield;
  }
  for (const rule of rules) {
    if (rule.scope !== 'script') continue;
    yield;
    if (rule.prepare) yield* rule.prepare(facts);
    for (const fault of scriptFaults(facts, rule)) {
      if (requested && (fault.index === null || !requested.has(fault.index))) continue;
      const finding = findingOf(facts, fault.index, rule, fault);
      found.push({ index: fault.index ?? facts.elements.length, finding });
    }
  }
  found.sort((a, b) => a.index - b.index);
  const findings = withoutRepeats(found.map(({ finding }) => finding));
  return requested ? findings : withoutRare(findings, rules);
}

function withoutRare(findings: readonly Finding[], rules: readonly Rule[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { ruleId } of findings) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1);
  const rare = new Set(
    rules.filter(({ id, minCount = 1 }) => (counts.get(id) ?? 0) < minCount).map(({ id }) => id),
  );
  return findings.filter(({ ruleId }) => !rare.has(ruleId));
}

// Cache: requests about single lines come in series, and all of them share the faults of the whole
// script.
const known = new WeakMap<ReadProject, Map<ScriptRule, ScriptFault[]>>();

function scriptFaults(facts: ReadProject, rule: ScriptRule): ScriptFault[] {
  const byRule = known.get(facts) ?? new Map<ScriptRule, ScriptFault[]>();
  known.set(facts, byRule);
  const faults = byRule.get(rule) ?? rule.find(facts);
  byRule.set(rule, faults);
  return faults;
}

/** Return the findings of the rules in one line. */
export function examineLine(facts: ReadProject, index: number, rules: readonly LineRule[]): Finding[] {
  const line = lineToExamine(facts, index);
  if (line === null) return [];
  return rules
    .filter((rule) => rule.types.includes(line.element.elementType))
    .flatMap((rule) => rule.find(line).map((fault) => findingOf(facts, index, rule, fault)));
}

/** Return the element as input for a rule; null for an empty or an extremely long one. */
export function lineToExamine(facts: ReadProject, index: number): ExaminedLine | null {
  const element = facts.elements[index];
  const text = facts.texts[index] ?? '';
  if (!element || text.trim() === '' || text.length > maxLineLength) return null;
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

/** Convert the edits to a change of the stored content; null if it is not certainly right. */
function rewriteOf(content: string, text: string, fault: RuleFault, { names }: ReadProject): Rewrite | null {
  const { edits, from, to, drops } = fault;
  if (edits === null) return null;
  const part = text.slice(from, to);
  const inside = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
  const rewritten = applyTextEdits(part, inside);
  if (!isSafeRewrite(part, rewritten, names, drops)) return null;
  const isWhole = from === 0 && to >= text.trimEnd().length;
  // "modify" changes the first occurrence in the content, so the words must be there verbatim.
  if (!isWhole && content === text && content.indexOf(part) === from) {
    return { type: 'modify', originalContent: part, suggestedContent: rewritten };
  }
  const edited = editContent(content, edits);
  if (edited === null || edited.trim() === content.trim()) return null;
  return { type: 'replace', originalContent: content.trim(), suggestedContent: edited.trim() };
}

/** Return the words of a finding without a rewrite, if the content contains them. */
function placeOf(content: string, text: string, { from, to }: RuleFault): Rewrite {
  const part = text.slice(from, to);
  const isThere = part !== '' && content.includes(part);
  return { type: 'modify', originalContent: isThere ? part : content.trim(), suggestedContent: null };
}

/**
 * Remove findings that repeat an earlier one about the same words. Of several rewrites of a whole
 * line by one rule, only the first remains: applying it makes the others outdated, and the next
 * examination finds them.
 */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ ruleId, elementId, originalContent, description }) => {
    const key = [ruleId, elementId, originalContent, elementId === null ? description : ''].join('\u0000');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
