/** The parts of the page in order; each is the target of a link such as #brief. */
export const sections = {
  templates: 'Prompt templates',
  assistant: 'What AI may do',
  spending: 'Monthly limit',
  brief: 'Project brief',
  summaries: 'Scene summaries',
  log: 'What was sent',
} as const;

export type SectionId = keyof typeof sections;

/** Return the sections that are shown; the log only to the owner. */
export function sectionsFor(isOwner: boolean): SectionId[] {
  const all: SectionId[] = ['templates', 'assistant', 'spending', 'brief', 'summaries', 'log'];
  return all.filter((id) => isOwner || id !== 'log');
}
