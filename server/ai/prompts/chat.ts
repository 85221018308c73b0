import type { ModelMessage, ModelQuestion } from '../models.ts';
import { asData, dataRules, selectionInWords } from './project.ts';
import { closing, opening, suggestionRules } from './suggestions.ts';

/** Enough for a page of prose with a few suggestions. */
export const chatOutputTokens = 1500;

const role =
  "You are the writing assistant of a screenwriter. You read the project and answer the writer's question about it.";
const manner =
  'Answer in plain text: short paragraphs, no headings, no lists with marks, no Markdown, no HTML. Be concrete; speak of scenes by number and of people by name. Do not repeat the question. Say so when the project does not tell.';
const proposing = `When you propose particular changes of elements, end your answer with them, as a JSON list between ${opening} and ${closing}, and say nothing after it. Without such changes leave it out.
${suggestionRules}`;
const readingOnly =
  'You may read this project, but not suggest changes of it: answer the question, and propose no new words for its elements, also when you are asked for them; say then that suggestions are switched off in this project.';

export interface ChatPromptInput {
  /** The project as text (server/assistant/context.ts). */
  context: string;
  /** The writer's standing wishes as text. "" when empty. */
  brief?: string;
  /** Previous messages, oldest first. */
  history: readonly ModelMessage[];
  elementId: number | null;
  selectedText: string | null;
  message: string;
  /** Whether the answer may end with suggestions. Default: true. */
  maySuggest?: boolean;
  /** For the built-in engine. */
  facts: unknown;
}

/** Build the question for a chat message. The answer is prose, followed by optional suggestions. */
export function chatQuestion(input: ChatPromptInput): ModelQuestion {
  const { context, brief = '', history, elementId, selectedText, message, maySuggest = true, facts } = input;
  const parts = [
    asData(context, brief),
    selectionInWords(elementId, selectedText),
    `The writer asks:\n${message}`,
  ];
  return {
    task: 'chat',
    system: [role, dataRules(brief), manner, maySuggest ? proposing : readingOnly].join('\n'),
    messages: [...history, { role: 'user', content: parts.filter(Boolean).join('\n\n') }],
    maxOutputTokens: chatOutputTokens,
    facts,
  };
}
