import { applyEdits, editContent } from './editing.ts';
import type { Finding } from './finding.ts';
import { sentencesOf } from './language/sentences.ts';
import type { ReadProject } from './project.ts';
import type { Fault, Line, LineRule, Rule } from './rule.ts';
import { rules as allRules } from './rules/all.ts';
import { isSafe } from './safety.ts';

/** Longer lines are pasted matter, and no rule has anything to say on them but that they are long. */
const longestLine = 20_000;

export interface ExamineOptions {
  /** Only these elements; findings of the whole script about other lines are left out. */
  elementIds?: readonly number[];
  rules?: readonly Rule[];
}

/** All findings, in script order; those about no line come last. The same project gives the same findings. */
export function examine(
  facts: ReadProject,
  { elementIds, rules = allRules }: ExamineOptions = {},
): Finding[] {
  const wanted = elementIds && new Set(elementIds.map((id) => facts.indexOfId.get(id)));
  const found: { index: number; finding: Finding }[] = [];
  const lineRules = rules.filter((rule) => rule.scope === 'line');
  for (const index of facts.elements.keys()) {
    if (wanted && !wanted.has(index)) continue;
    for (const finding of examineLine(facts, index, lineRules)) found.push({ index, finding });
  }
  for (const rule of rules) {
    if (rule.scope !== 'script') continue;
    for (const fault of rule.find(facts)) {
      if (wanted && (fault.index === null || !wanted.has(fault.index))) continue;
      const finding = findingOf(facts, fault.index, rule, fault);
      found.push({ index: fault.index ?? facts.elements.length, finding });
    }
  }
  found.sort((a, b) => a.index - b.index);
  return once(found.map(({ finding }) => finding));
}

/** What the rules find in one line. */
export function examineLine(facts: ReadProject, index: number, rules: readonly LineRule[]): Finding[] {
  const line = lineAt(facts, index);
  if (line === null) return [];
  return rules
    .filter((rule) => rule.types.includes(line.element.elementType))
    .flatMap((rule) => rule.find(line).map((fault) => findingOf(facts, index, rule, fault)));
}

/** The element under a rule's eyes; null for an empty or a monstrous one. */
export function lineAt(facts: ReadProject, index: number): Line | null {
  const element = facts.elements[index];
  const text = facts.texts[index] ?? '';
  if (!element || text.trim() === '' || text.length > longestLine) return null;
  return { index, element, text, sentences: sentencesOf(text), facts };
}

function findingOf(facts: ReadProject, index: number | null, rule: Rule, fault: Fault): Finding {
  const element = index === null ? undefined : facts.elements[index];
  const text = (index === null ? undefined : facts.texts[index]) ?? '';
  const rewrite = element ? rewriteOf(element.content, text, fault, facts) : null;
  return {
    ruleId: rule.id,
    elementId: element?.id ?? null,
    description: fault.description,
    reasoning: rule.reason,
    confidence: fault.confidence ?? rule.confidence,
    ...(rewrite ?? placeOf(element?.content ?? '', text, fault)),
  };
}

type Rewrite = Pick<Finding, 'type' | 'originalContent' | 'suggestedContent'>;

/** The rewrite as a change of the stored content; null where it is not certainly right. */
function rewriteOf(content: string, text: string, fault: Fault, { names }: ReadProject): Rewrite | null {
  const { edits, from, to, drops } = fault;
  if (edits === null || !isSafe(text, applyEdits(text, edits), names, drops)) return null;
  const part = text.slice(from, to);
  const isWhole = from === 0 && to >= text.trimEnd().length;
  // "modify" changes the first occurrence in the content, so the words must be there as they are printed.
  if (!isWhole && content === text && content.indexOf(part) === from) {
    const inside = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
    return { type: 'modify', originalContent: part, suggestedContent: applyEdits(part, inside) };
  }
  const edited = editContent(content, edits);
  if (edited === null || edited.trim() === content.trim()) return null;
  return { type: 'replace', originalContent: content.trim(), suggestedContent: edited.trim() };
}

/** The words a finding without rewrite is about, as far as the content has them. */
function placeOf(content: string, text: string, { from, to }: Fault): Rewrite {
  const part = text.slice(from, to);
  const isThere = part !== '' && content.includes(part);
  return { type: 'modify', originalContent: isThere ? part : content.trim(), suggestedContent: null };
}

/** Without those that say of the same words what an earlier one says. */
function once(findings: readonly Finding[]): Finding[] {
  const known = new Set<string>();
  return findings.filter(({ ruleId, elementId, originalContent, description }) => {
    const key = [ruleId, elementId, originalContent, elementId === null ? description : ''].join('\u0000');
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
