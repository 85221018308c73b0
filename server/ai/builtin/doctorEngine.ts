import { setImmediate as turn } from 'node:timers/promises';
import { answer } from '#screenplay/doctor/answers/answer.ts';
import { examineSteps } from '#screenplay/doctor/examine.ts';
import type { Finding } from '#screenplay/doctor/finding.ts';
import { improveSelection } from '#screenplay/doctor/improve/improve.ts';
import type { DoctorSelection } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { inTurns } from '#server/lib/inTurns.ts';
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

/** More at once nobody reads. */
const maxSuggestions = 20;

/** The script doctor in the place of a language model: it answers as those do, and says only what it knows. */
export const doctorEngine: Pick<BuiltinEngine, 'reply' | 'analyse'> = {
  async *reply({ facts }) {
    const { project, selection, message } = facts as DoctorFacts;
    const { text, findings } = answer(message, project, selection);
    const whole = joinAnswer(text, suggestionsOf(findings));
    for (const word of whole.match(/\s*\S+\s*/g) ?? []) {
      yield word;
      // Lets the server write it, and hear when the writer stops it.
      await turn();
    }
  },
  async analyse({ facts }): Promise<Improvements> {
    const { project, selection } = facts as DoctorFacts;
    const findings = selection
      ? improveSelection(selection, project)
      : (await inTurns(examineSteps(project))).sort((a, b) => b.confidence - a.confidence);
    return { suggestions: suggestionsOf(findings) };
  },
};

/** Findings with a rewrite, as models give suggestions. */
function suggestionsOf(findings: readonly Finding[]): ModelSuggestion[] {
  const suggestions = findings.flatMap(({ ruleId, elementId, suggestedContent, ...told }) =>
    elementId === null || suggestedContent === null ? [] : [{ elementId, suggestedContent, ...told }],
  );
  return suggestions.slice(0, maxSuggestions);
}
