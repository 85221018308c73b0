import { describe, expect, test } from 'vitest';
import type { ElementType } from '../element.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import { readProject } from './project.ts';
import type { WeakLine } from './testset/line.ts';
import { staged } from './testset/stage.ts';
import { weakAction } from './testset/weakAction.ts';
import { weakCues, weakHeadings, weakParentheticals } from './testset/weakForm.ts';
import { weakSpeech } from './testset/weakSpeech.ts';

function findingsIn(type: ElementType, text: string): Finding[] {
  const { elements, id } = staged(type, text);
  const findings = examine(readProject({ elements }));
  expect(findings.filter(({ elementId }) => elementId !== id)).toEqual([]);
  return findings;
}

/** What becomes of the line when the suggestion is applied (decision OQ-71). */
function applied(text: string, { type, originalContent, suggestedContent }: Finding): string | null {
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

describe.each(weak)('weak %s', (type, lines) => {
  test.each(lines)('%s: %s', (rule, text, becomes) => {
    const findings = findingsIn(type, text);
    expect(findings.map(({ ruleId }) => ruleId)).toEqual([rule]);
    expect(findings.map((finding) => applied(text, finding))).toEqual([becomes]);
  });
});
