import { z } from 'zod';
import type { Analysis } from '../models.ts';
import { asData, dataRules, selectionInWords } from './project.ts';
import { ModelSuggestion, suggestionRules } from './suggestions.ts';

export const Improvements = z.object({ suggestions: z.array(ModelSuggestion) });
export type Improvements = z.infer<typeof Improvements>;

const role =
  'You are the script editor of a screenwriter. You read the project and propose changes that a professional would make.';
const manner = `Propose at most eight suggestions, the most valuable first, and of one line no more than three variants. Keep the writer's voice, the names and the facts of the story.
${suggestionRules}`;

export interface ImprovementsInput {
  context: string;
  /** The writer's standing wishes as text. "" when empty. */
  brief?: string;
  elementId: number | null;
  selectedText: string | null;
  /** For the built-in engine. */
  facts: unknown;
}

/**
 * Build the question for suggestions about the selection, or without one about the weakest lines.
 */
export function improvementsQuestion(input: ImprovementsInput): Analysis<Improvements> {
  const { context, brief = '', elementId, selectedText, facts } = input;
  const selected = selectionInWords(elementId, selectedText);
  const wish =
    selected === ''
      ? 'Improve what needs it most.'
      : 'Improve what is selected, in up to three variants where there are several good ones.';
  return {
    task: 'improvements',
    system: [role, dataRules(brief), manner].join('\n'),
    messages: [
      {
        role: 'user',
        content: [asData(context, brief), selected, wish].filter(Boolean).join('\n\n'),
      },
    ],
    maxOutputTokens: 2000,
    shape: Improvements,
    facts,
  };
}
