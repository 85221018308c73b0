import { setImmediate as turn } from 'node:timers/promises';
import { answer } from '#screenplay/doctor/answers/answer.ts';
import { examineSteps } from '#screenplay/doctor/examine.ts';
import type { Finding } from '#screenplay/doctor/finding.ts';
import { byWeight } from '#screenplay/doctor/habits.ts';
import { improveSelection } from '#screenplay/doctor/improve/improve.ts';
import type { DoctorSelection } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import type { Improvements } from '../prompts/improvements.ts';
import { joinAnswer, type ModelSuggestion } from '../prompts/suggestions.ts';
import type { BuiltinEngine } from './engine.ts';

/** The facts of a question to the script doctor. */
export interface DoctorFacts {
  project: ReadProject;
  selection: DoctorSelection | null;
  /** What the writer asks; "" for improvements. */
  message: string;
}

/** With a reply in words, more at once nobody reads; all of them are among the improvements. */
const maxWithReply = 50;

/** The script doctor in the place of a language model: it answers as those do, and says only what it knows. */
export const doctorEngine: Pick<BuiltinEngine, 'reply' | 'analyse'> = {
  async *reply({ facts }) {
    const { project, selection, message } = facts as DoctorFacts;
    const { text, findings } = answer(message, project, selection);
    const whole = joinAnswer(text, suggestionsOf(findings).slice(0, maxWithReply));
    for (const word of whole.match(/\s*\S+\s*/g) ?? []) {
      yield word;
      // Lets the server write it, and hear when the writer stops it.
      await turn();
    }
  },
  async analyse({ facts }): Promise<Improvements> {
    const { project, selection } = facts as DoctorFacts;
    if (selection) return { suggestions: suggestionsOf(improveSelection(selection, project)) };
    const findings = byWeight(await runInSlices(examineSteps(project)));
    return { suggestions: suggestionsOf(findings, true) };
  },
};

/** Findings as models give suggestions: those with a rewrite, and for a whole script the others as notes, all with their habit. */
function suggestionsOf(findings: readonly Finding[], isWhole = false): ModelSuggestion[] {
  return findings.flatMap(({ ruleId, habit, elementId, suggestedContent, ...told }): ModelSuggestion[] => {
    if (elementId === null || (suggestedContent === null && !isWhole)) return [];
    const given = { ...told, elementId, ...(isWhole && { habit }) };
    if (suggestedContent !== null) return [{ ...given, suggestedContent }];
    return [{ ...given, type: 'note', suggestedContent: told.originalContent }];
  });
}
