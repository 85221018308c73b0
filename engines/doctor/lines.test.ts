import { describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import { cleanAction } from './testset/cleanAction.ts';
import { cleanCues, cleanHeadings, cleanParentheticals } from './testset/cleanForm.ts';
import { cleanSpeech } from './testset/cleanSpeech.ts';
import type { WeakLine } from './testset/line.ts';
import { scriptWithLine } from './testset/stage.ts';
import { weakAction } from './testset/weakAction.ts';
import { weakCues, weakHeadings, weakParentheticals } from './testset/weakForm.ts';
import { weakSpeech } from './testset/weakSpeech.ts';

function findingsIn(type: ElementType, text: string): Finding[] {
  const { elements, id } = scriptWithLine(type, text);
  const facts = factsOfProject({ elements });
  expect(examine(facts).filter(({ elementId }) => elementId !== id)).toEqual([]);
  return examine(facts, { elementIds: [id] });
}

/** Return the line after applying the suggestion (OQ-71). */
function afterSuggestion(text: string, { type, originalContent, suggestedContent }: Finding): string | null {
  if (suggestedContent === null) return null;
  if (type === 'modify') return text.replace(originalContent, () => suggestedContent);
  expect(originalContent).toBe(text.trim());
  return suggestedContent;
}

const weak: [ElementType, readonly WeakLine[]][] = [
  ['action', weakAction],
  ['dialogue', weakSpeech],
  ['scene_heading', weakHeadings],
  ['character', weakCues],
  ['parenthetical', weakParentheticals],
];

describe.each(weak)('rules on weak %s', (type, lines) => {
  test.each(lines)('apply %s to: %s', (rule, text, becomes) => {
    const findings = findingsIn(type, text);
    expect(findings.map(({ ruleId }) => ruleId)).toEqual([rule]);
    expect(findings.map((finding) => afterSuggestion(text, finding))).toEqual([becomes]);
  });
});

const clean: [ElementType, readonly string[]][] = [
  ['action', cleanAction],
  ['dialogue', cleanSpeech],
  ['scene_heading', cleanHeadings],
  ['character', cleanCues],
  ['parenthetical', cleanParentheticals],
];

describe.each(clean)('rules on clean %s', (type, lines) => {
  test.each(lines)('find nothing in: %s', (text) => {
    expect(findingsIn(type, text)).toEqual([]);
  });
});

test('covers at least 150 different lines of each kind', () => {
  for (const lines of [
    weak.flatMap(([, own]) => own.map(([, text]) => text)),
    clean.flatMap(([, own]) => own),
  ]) {
    expect(lines.length).toBeGreaterThanOrEqual(150);
    expect(new Set(lines).size).toBe(lines.length);
  }
});
