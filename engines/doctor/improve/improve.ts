import type { DoctorSelection } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { examine } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { variantsOf } from './variants.ts';

/**
 * Return suggestions for the selection: first the rewrites of single weaknesses, then up to three
 * variants of the whole line, then findings without a rewrite. For a selected text, only those that
 * overlap it. Empty without a selection.
 */
export function improveSelection(selection: DoctorSelection, facts: ReadProject): Finding[] {
  const index = selection.elementId === null ? undefined : facts.indexOfId.get(selection.elementId);
  if (index === undefined || selection.elementId === null) return [];
  const overlaps = overlapsSelection(selection);
  const found = examine(facts, { elementIds: [selection.elementId] }).filter(overlaps);
  const rewrites = found.filter(({ suggestedContent }) => suggestedContent !== null);
  const known = new Set(
    rewrites.filter(({ type }) => type === 'replace').map(({ suggestedContent }) => suggestedContent),
  );
  // A single rewrite of the whole line equals that variant.
  const variants = variantsOf(facts, index).filter(({ suggestedContent }) => !known.has(suggestedContent));
  return [...rewrites, ...variants, ...found.filter(({ suggestedContent }) => suggestedContent === null)];
}

/**
 * Return a predicate for findings that overlap the selected text. Without a text it accepts all,
 * and it always accepts findings about other lines.
 */
export function overlapsSelection({ elementId, text }: DoctorSelection): (finding: Finding) => boolean {
  const selected = text?.trim() ?? '';
  return (finding) => {
    if (selected === '' || finding.elementId !== elementId) return true;
    return finding.originalContent.includes(selected) || selected.includes(finding.originalContent);
  };
}
