import { z } from 'zod';
import type { Analysis } from '../models.ts';
import { asData, dataRule, selectionInWords } from './project.ts';
import { ModelSuggestion, suggestionRules } from './suggestions.ts';

export const Improvements = z.object({ suggestions: z.array(ModelSuggestion) });
export type Improvements = z.infer<typeof Improvements>;

const system = `You are the script editor of a screenwriter. You read the project and propose changes that a professional would make.
${dataRule}
Propose at most eight suggestions, the most valuable first. Keep the writer's voice, the names and the facts of the story.
${suggestionRules}`;

export interface ImprovementsInput {
  context: string;
  elementId: number | null;
  selectedText: string | null;
  /** For the built-in engine. */
  facts: unknown;
}

/** Suggestions for what is selected, else for whatever needs them most. */
export function improvementsQuestion(input: ImprovementsInput): Analysis<Improvements> {
  const { context, elementId, selectedText, facts } = input;
  const selected = selectionInWords(elementId, selectedText);
  const wish =
    selected === ''
      ? 'Improve what needs it most.'
      : 'Improve what is selected, in several variants where there are several good ones.';
  return {
    task: 'improvements',
    system,
    messages: [
      {
        role: 'user',
        content: [asData(context), selected, wish].filter(Boolean).join('\n\n'),
      },
    ],
    maxOutputTokens: 2000,
    shape: Improvements,
    facts,
  };
}
