import { z } from 'zod';
import type { DoctorFacts } from '#server/ai/builtin/doctorEngine.ts';
import type { AiDeps } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { chatQuestion } from '#server/ai/prompts/chat.ts';
import { improvementsQuestion } from '#server/ai/prompts/improvements.ts';
import { type ModelSuggestion, proseSplitter, splitAnswer } from '#server/ai/prompts/suggestions.ts';
import { descriptionSize } from '#server/characters/descriptions.service.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import type { Scope } from '#server/lib/scope.ts';
import { limitsOf } from '#server/lib/spending.ts';
import { tensionSizeOf } from '#server/planning/tension.service.ts';
import { voicePricesOf } from '#server/voices/prices.service.ts';
import { ChatReply, type chat, type MessageContext, type Suggestion } from '#shared/contract/assistant.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { errorTexts } from '#shared/errors.ts';
import {
  factsForQuestion,
  priceOfImprovements,
  priceOfQuestion,
  reachesOf,
  readSubject,
  type Selected,
  type Subject,
} from './asking.ts';
import { type Exchange, findMessages, storeExchange } from './conversations.ts';
import { checkedSuggestions, maxOfModel } from './suggestions.ts';
import { templateSize } from './templates.ts';

/** Maximum number of the script doctor's findings. Only an extremely long script has more. */
const maxOfDoctor = 5000;

/** Options of a call, apart from the question. */
export interface AskOptions {
  requestId: string;
  fingerprint: string | null;
  /** Aborted when the writer cancels. */
  signal: AbortSignal;
  /** Receives pieces of the prose while they arrive. */
  onText?: ((piece: string) => void) | undefined;
  /** Runs in the transaction that stores the answer, so once per request. */
  onKept?: (tx: Db, kept: { conversationId?: number }) => Promise<void>;
}

type ChatInput = HandlerInput<typeof chat>['body'];

/**
 * Answer a question about a project. Question and answer are stored and charged together when the
 * answer has ended. A failed question stores nothing. With read-only AI access the answer has no
 * suggestions.
 */
export async function askAssistant(
  { db, ai }: AiDeps,
  scope: Scope,
  input: ChatInput,
  { requestId, fingerprint, signal, onText, onKept }: AskOptions,
): Promise<z.input<typeof ChatReply>> {
  const conversationId = input.conversationId ?? null;
  const history = conversationId === null ? [] : await findMessages(db, scope, conversationId);
  const subject = await readSubject({ db, ai }, scope.projectId, input, 'read');
  const { project, selection, context } = subject;
  const maySuggest = project.aiAccess === 'suggest';
  const message = input.message.trim();
  const question = chatQuestion({
    ...{ context: context.text, brief: context.brief, history, message, maySuggest },
    ...{ elementId: selection?.elementId ?? null, selectedText: input.selectedText ?? null },
    facts: {
      project: await factsForQuestion(subject, input.leaveOut),
      selection,
      message,
    } satisfies DoctorFacts,
  });
  const { model, isBuiltIn } = ai.engineOf('chat');
  const prose = proseSplitter();
  let added = '';
  const { value, creditBalance } = await ai.reply('chat', question, {
    ...{ ...scope, requestId, fingerprint, signal, about: aboutOf(subject) },
    onText: (piece) => {
      const text = prose.push(piece);
      if (text !== '') onText?.(text);
    },
    keep: async (tx, { value: answer, ending, credits }) => {
      const parts = splitAnswer(answer);
      const suggestions = maySuggest ? suggestionsFrom(parts.suggestions, subject) : [];
      const visibleProse = storable(parts.prose) || suggestionCountText(suggestions);
      if (visibleProse === '') throw new ModelFailure('empty');
      if (!maySuggest && parts.suggestions.length > 0) added = `\n\n${errorTexts.aiReadsOnly}`;
      const content = visibleProse + added;
      const questionMessage: Exchange = {
        content: message,
        context: { ...selectedContext(input), given: context.given },
      };
      const answerMessage: Exchange = {
        content,
        context: { given: context.given, suggestions, ending, credits, engine: { model, isBuiltIn } },
      };
      const stored = await storeExchange(tx, scope, conversationId, {
        question: questionMessage,
        answer: answerMessage,
      });
      await onKept?.(tx, { conversationId: stored.conversationId });
      return z.encode(ChatReply.omit({ creditBalance: true }), { ...stored, suggestions });
    },
  });
  const rest = prose.end() + added;
  if (rest !== '') onText?.(rest);
  return { ...value, creditBalance };
}

/** Suggest improvements for the selection, or without one for the whole script. */
export async function suggestImprovements(
  { db, ai }: AiDeps,
  scope: Scope,
  input: Selected,
  { requestId, fingerprint, signal, onKept }: AskOptions,
): Promise<{ suggestions: Suggestion[]; creditBalance: number }> {
  const subject = await readSubject({ db, ai }, scope.projectId, input, 'suggest');
  const { project, selection, context } = subject;
  if (project.facts.texts.every((text) => text.trim() === ''))
    throw invalid('There is no script content to improve yet.');
  const question = improvementsQuestion({
    ...{ context: context.text, brief: context.brief },
    ...{ elementId: selection?.elementId ?? null, selectedText: input.selectedText ?? null },
    facts: {
      project: await factsForQuestion(subject, input.leaveOut),
      selection,
      message: '',
    } satisfies DoctorFacts,
  });
  const { value, creditBalance } = await ai.analyse('chat', question, {
    ...{ ...scope, requestId, fingerprint, signal, about: aboutOf(subject) },
    keep: async (tx, { value: answer }) => {
      await onKept?.(tx, {});
      const { isBuiltIn } = ai.engineOf('chat');
      return suggestionsFrom(answer.suggestions, subject, isBuiltIn ? maxOfDoctor : maxOfModel);
    },
  });
  return { suggestions: value, creditBalance };
}

/** Return the AI access, the engines and the prices of a project. */
export async function aiStateOf({ db, ai }: AiDeps, scope: Scope) {
  const subject = await readSubject({ db, ai }, scope.projectId, {}, 'nothing');
  const { service, model, isBuiltIn } = ai.engineOf('chat');
  const price = await priceOfQuestion(ai, subject, null);
  const pictures = ai.engineOf('image_generation');
  const { engine: film } = ai.film;
  return {
    access: subject.project.aiAccess,
    engine: { service, model, isBuiltIn },
    price,
    improvementsPrice: await priceOfImprovements(ai, subject, null),
    templatePrice: await ai.priceOf('script_analysis', await templateSize(subject.project)),
    tensionPrice: await ai.priceOf('script_analysis', await tensionSizeOf(db, scope.projectId)),
    descriptionPrice: await ai.priceOf('chat', descriptionSize(subject.project.brief)),
    pictures: {
      engine: { service: pictures.service, model: pictures.model, isBuiltIn: pictures.isBuiltIn },
      price: await ai.priceOf('image_generation'),
    },
    voices: await voicePricesOf(ai),
    film: film && {
      engine: { service: film.service, model: film.model, isBuiltIn: film.isBuiltIn },
      price: await ai.film.price(),
    },
    creditBalance: await balanceOf(db, scope.userId),
    limits: await limitsOf(db, scope),
  };
}

/** Return the context and the price of a question without asking it. */
export async function previewOf({ db, ai }: AiDeps, scope: Scope, input: Selected) {
  const subject = await readSubject({ db, ai }, scope.projectId, input, 'read');
  const { parts, given, limit } = subject.context;
  const words = input.selectedText ?? null;
  const price = await priceOfQuestion(ai, subject, words);
  const improvementsPrice = await priceOfImprovements(ai, subject, words);
  const reaches = [];
  for (const { reach, subject: each } of await reachesOf(ai, subject, input)) {
    const { size, omittedScenes } = each.context.given;
    const prices = {
      price: await priceOfQuestion(ai, each, words),
      improvementsPrice: await priceOfImprovements(ai, each, words),
    };
    reaches.push({ reach, size, omittedScenes, ...prices });
  }
  const max = Number.isFinite(limit) ? limit : null;
  return { parts, size: given.size, limit: max, price, improvementsPrice, reaches };
}

function selectedContext({ selectedElement, selectedText }: Selected): MessageContext {
  return {
    ...(selectedElement ? { selectedElement } : {}),
    ...(selectedText ? { selectedText } : {}),
  };
}

/** Build the data for the usage log: what was sent, without any text. */
function aboutOf({ context, selection }: Subject): Record<string, unknown> {
  const { scenes, characters, ...counts } = context.given;
  return {
    given: { scenes: scenes.length, characters: characters.length, ...counts },
    elementId: selection?.elementId ?? null,
  };
}

/**
 * Return valid suggestions. Those for excluded elements are dropped, since the model has not read
 * them.
 */
function suggestionsFrom(
  given: readonly ModelSuggestion[],
  { project, context }: Pick<Subject, 'project' | 'context'>,
  max = maxOfModel,
): Suggestion[] {
  const allowed = given.filter(({ elementId }) => !context.isWithheld(elementId));
  return checkedSuggestions(allowed, project.facts, max);
}

function suggestionCountText({ length }: readonly Suggestion[]): string {
  if (length === 0) return '';
  return length === 1 ? 'Here is a suggestion.' : `Here are ${length} suggestions.`;
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
