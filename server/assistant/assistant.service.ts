import { z } from 'zod';
import type { Selection } from '#screenplay/doctor/input.ts';
import type { DoctorFacts } from '#server/ai/builtin/doctorEngine.ts';
import type { Ai } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { chatQuestion } from '#server/ai/prompts/chat.ts';
import { improvementsQuestion } from '#server/ai/prompts/improvements.ts';
import { proseSplitter, splitAnswer } from '#server/ai/prompts/suggestions.ts';
import { sizeOf } from '#server/ai/size.ts';
import type { Db } from '#server/db/client.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import {
  ChatReply,
  type chat,
  type improve,
  type MessageContext,
  type Suggestion,
} from '#shared/contract/assistant.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { type Context, contextOf } from './context.ts';
import type { Where } from './conversations.queries.ts';
import { historyLimit, historyOf, type Said, storeTalk } from './conversations.ts';
import { type ProjectRead, readForAssistant } from './project.ts';
import { checkedSuggestions } from './suggestions.ts';

interface Parts {
  db: Db;
  ai: Ai;
}

/** How a call is made, beside what it asks. */
export interface Making {
  requestId: string;
  /** Aborted when the writer stops it. */
  signal: AbortSignal;
  /** Hears the prose as it comes. */
  onText?: ((piece: string) => void) | undefined;
  /** In the transaction that keeps the answer, so once for each. */
  onKept?: (tx: Db, kept: { conversationId: number }) => Promise<void>;
}

type ChatInput = HandlerInput<typeof chat>['body'];
type Selected = HandlerInput<typeof improve>['body'];

/**
 * Answers a question about a project. The question and its answer are stored, and paid for, together and only when
 * the answer has ended; a question that fails leaves nothing behind.
 */
export async function ask(
  { db, ai }: Parts,
  where: Where,
  input: ChatInput,
  { requestId, signal, onText, onKept }: Making,
): Promise<z.input<typeof ChatReply>> {
  const conversationId = input.conversationId ?? null;
  const history = conversationId === null ? [] : await historyOf(db, where, conversationId);
  const project = await readForAssistant(db, where.projectId);
  const selection = selectionOf(project, input);
  const context = contextOf(project, selection);
  const message = input.message.trim();
  const question = chatQuestion({
    ...{ context: context.text, history, message },
    ...{ elementId: selection?.elementId ?? null, selectedText: input.selectedText ?? null },
    facts: { project: project.facts, selection, message } satisfies DoctorFacts,
  });
  const { model, isBuiltIn } = ai.engineOf('chat');
  const prose = proseSplitter();
  const { value, creditBalance } = await ai.reply('chat', question, {
    ...{ ...where, requestId, signal, about: aboutOf(context, selection) },
    onText: (piece) => {
      const text = prose.push(piece);
      if (text !== '') onText?.(text);
    },
    keep: async (tx, { value: answer, ending, credits }) => {
      const parts = splitAnswer(answer);
      const suggestions = checkedSuggestions(parts.suggestions, project.facts);
      const content = storable(parts.prose) || announced(suggestions);
      if (content === '') throw new ModelFailure('empty');
      const asked: Said = { content: message, context: { ...selectedContext(input), given: context.given } };
      const said: Said = {
        content,
        context: { suggestions, ending, credits, engine: { model, isBuiltIn } },
      };
      const stored = await storeTalk(tx, where, conversationId, { question: asked, answer: said });
      await onKept?.(tx, { conversationId: stored.conversationId });
      return z.encode(ChatReply.omit({ creditBalance: true }), { ...stored, suggestions });
    },
  });
  const rest = prose.end();
  if (rest !== '') onText?.(rest);
  return { ...value, creditBalance };
}

/** Suggestions for what is selected, else for the whole script. */
export async function suggestImprovements(
  { db, ai }: Parts,
  where: Where,
  input: Selected,
  { requestId, signal }: Making,
): Promise<{ suggestions: Suggestion[]; creditBalance: number }> {
  const project = await readForAssistant(db, where.projectId);
  const selection = selectionOf(project, input);
  if (project.facts.texts.every((text) => text.trim() === ''))
    throw invalid('There is no script content to improve yet.');
  const context = contextOf(project, selection);
  const question = improvementsQuestion({
    context: context.text,
    ...{ elementId: selection?.elementId ?? null, selectedText: input.selectedText ?? null },
    facts: { project: project.facts, selection, message: '' } satisfies DoctorFacts,
  });
  const { value, creditBalance } = await ai.analyse('chat', question, {
    ...{ ...where, requestId, signal, about: aboutOf(context, selection) },
    keep: (_tx, { value: answer }) => checkedSuggestions(answer.suggestions, project.facts),
  });
  return { suggestions: value, creditBalance };
}

/** A question of a few lines, after as long a talk as goes with one. */
const typical = {
  message: 'What could happen next? '.repeat(12),
  history: [{ role: 'user', content: 'x'.repeat(historyLimit) }],
} as const;

/** Who answers, and what a question costs in all likelihood, or at most. */
export async function aiStateOf({ db, ai }: Parts, where: Where) {
  const project = await readForAssistant(db, where.projectId);
  const { service, model, isBuiltIn } = ai.engineOf('chat');
  const question = chatQuestion({
    ...{ context: contextOf(project, null).text, ...typical },
    ...{ elementId: null, selectedText: null, facts: null },
  });
  return {
    engine: { service, model, isBuiltIn },
    price: await ai.priceOf('chat', sizeOf(question)),
    creditBalance: await balanceOf(db, where.userId),
  };
}

/** The script itself says what the element is; of what the caller sent only its id counts. */
function selectionOf({ facts }: ProjectRead, { selectedElement, selectedText }: Selected): Selection | null {
  if (!selectedElement) return null;
  if (!facts.indexOfId.has(selectedElement.id)) throw notFound('Element');
  return { elementId: selectedElement.id, text: selectedText };
}

function selectedContext({ selectedElement, selectedText }: Selected): MessageContext {
  return {
    ...(selectedElement ? { selectedElement } : {}),
    ...(selectedText ? { selectedText } : {}),
  };
}

/** For the usage log: what was sent, without any of its text. */
function aboutOf({ given }: Context, selection: Selection | null): Record<string, unknown> {
  const { scenes, characters, ...counts } = given;
  return {
    given: { scenes: scenes.length, characters: characters.length, ...counts },
    elementId: selection?.elementId ?? null,
  };
}

function announced({ length }: readonly Suggestion[]): string {
  if (length === 0) return '';
  return length === 1 ? 'Here is a suggestion.' : `Here are ${length} suggestions.`;
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
