import { setImmediate as turn } from 'node:timers/promises';
import type { Finding } from '#engines/doctor/doctor.ts';
import { answer, byWeight, examineSteps, improveSelection } from '#engines/doctor/doctor.ts';
import type { DoctorSelection } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import type { Improvements } from '../prompts/improvements.ts';
import { joinAnswer, type ModelSuggestion } from '../prompts/suggestions.ts';
import type { BuiltinEngine } from './engine.ts';

/** Facts of a question to the script doctor. */
export interface DoctorFacts {
  project: ReadProject;
  selection: DoctorSelection | null;
  /** The writer's question. "" for improvements. */
  message: string;
}

/** Maximum number of suggestions in a reply. The improvements contain all of them. */
const maxWithReply = 50;

/** Answer questions with the script doctor instead of a language model. */
export const doctorEngine: Pick<BuiltinEngine, 'reply' | 'analyse'> = {
  async *reply({ facts }) {
    const { project, selection, message } = facts as DoctorFacts;
    const { text, findings } = answer(message, project, selection);
    const whole = joinAnswer(text, suggestionsOf(findings).slice(0, maxWithReply));
    for (const word of whole.match(/\s*\S+\s*/g) ?? []) {
      yield word;
      // Yield, so that the server can send the word and notice a cancellation.
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

/**
 * Convert findings to suggestions in the form that models return. For a whole script, findings
 * without a rewrite become notes, and all suggestions contain their habit.
 */
function suggestionsOf(findings: readonly Finding[], isWhole = false): ModelSuggestion[] {
  return findings.flatMap(({ ruleId, habit, elementId, suggestedContent, ...fields }): ModelSuggestion[] => {
    if (elementId === null || (suggestedContent === null && !isWhole)) return [];
    const suggestion = { ...fields, elementId, ...(isWhole && { habit }) };
    if (suggestedContent !== null) return [{ ...suggestion, suggestedContent }];
    return [{ ...suggestion, type: 'note', suggestedContent: fields.originalContent }];
  });
}
