import type { DoctorSelection } from '../../facts/input.ts';
import type { ReadProject } from '../../facts/project.ts';
import { examine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { variantsOf } from './variants.ts';

/**
 * Suggestions for what is selected: the rewrites of single weaknesses first, then up to three variants of the whole
 * line, then what was found without a rewrite. With a selected text only what touches it. Empty without selection.
 */
export function improveSelection(selection: DoctorSelection, facts: ReadProject): Finding[] {
  const index = selection.elementId === null ? undefined : facts.indexOfId.get(selection.elementId);
  if (index === undefined || selection.elementId === null) return [];
  const touches = overlapsSelection(selection);
  const found = examine(facts, { elementIds: [selection.elementId] }).filter(touches);
  const rewrites = found.filter(({ suggestedContent }) => suggestedContent !== null);
  const known = new Set(
    rewrites.filter(({ type }) => type === 'replace').map(({ suggestedContent }) => suggestedContent),
  );
  // A single rewrite that covers the whole line is that variant already.
  const variants = variantsOf(facts, index).filter(({ suggestedContent }) => !known.has(suggestedContent));
  return [...rewrites, ...variants, ...found.filter(({ suggestedContent }) => suggestedContent === null)];
}

/** Whether a finding touches the selected text; without one, all do, and so do those about other lines. */
export function overlapsSelection({ elementId, text }: DoctorSelection): (finding: Finding) => boolean {
  const selected = text?.trim() ?? '';
  return (finding) => {
    if (selected === '' || finding.elementId !== elementId) return true;
    return finding.originalContent.includes(selected) || selected.includes(finding.originalContent);
  };
}
