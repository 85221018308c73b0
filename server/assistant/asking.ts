import type { DoctorSelection } from '#screenplay/facts/input.ts';
import { type ReadProject, readingSteps } from '#screenplay/facts/project.ts';
import type { Ai } from '#server/ai/calls.ts';
import type { ShownPrice } from '#server/ai/cost.ts';
import { chatQuestion } from '#server/ai/prompts/chat.ts';
import { improvementsQuestion } from '#server/ai/prompts/improvements.ts';
import { questionSize } from '#server/ai/size.ts';
import type { Db } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import type { previewContext } from '#shared/contract/ai.ts';
import { type ContextReach, contextReaches } from '#shared/contract/assistant.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { type Context, contextSteps, limitOf } from './context.ts';
import { characterKey } from './contextParts.ts';
import { historyLimit } from './conversations.ts';
import { type ProjectRead, readForAssistant } from './project.ts';

/** Selection of a call, context scope and excluded parts. */
export type Selected = HandlerInput<typeof previewContext>['body'];

/** Project, selection and context of a call to a model. */
export interface Subject {
  project: ProjectRead;
  selection: DoctorSelection | null;
  context: Context;
}

/**
 * Read the project and build the context. Throws notFound for a deleted element, forbidden without
 * AI access.
 */
export async function readSubject(
  { db, ai }: { db: Db; ai: Ai },
  projectId: number,
  selected: Selected,
  needs: 'nothing' | 'read' | 'suggest',
): Promise<Subject> {
  const project = await readForAssistant(db, projectId, needs);
  const selection = selectionOf(project, selected);
  const { leaveOut } = selected;
  const reach = reachFor(ai, selected);
  const limit = limitOf(reach, ai.contextTokens);
  const context = await runInSlices(contextSteps(project, { selection, leaveOut, reach, limit }));
  return { project, selection, context };
}

/** Return the context scope of a question. The built-in engine always reads the whole script. */
function reachFor(ai: Ai, { reach = 'relevant' }: Selected): ContextReach {
  return ai.engineOf('chat').isBuiltIn ? 'whole' : reach;
}

/**
 * Build the context of a question in every scope, for their prices (decision OQ-110). Returns none
 * for the built-in engine.
 */
export async function reachesOf(
  ai: Ai,
  { project, selection }: Subject,
  { leaveOut }: Selected,
): Promise<{ reach: ContextReach; subject: Subject }[]> {
  const reaches: { reach: ContextReach; subject: Subject }[] = [];
  if (ai.engineOf('chat').isBuiltIn) return reaches;
  for (const reach of contextReaches) {
    const limit = limitOf(reach, ai.contextTokens);
    const context = await runInSlices(contextSteps(project, { selection, leaveOut, reach, limit }));
    reaches.push({ reach, subject: { project, selection, context } });
  }
  return reaches;
}

/**
 * Return the selection. Only the element's id is taken from the caller, everything else from the
 * script.
 */
function selectionOf(
  { facts }: ProjectRead,
  { selectedElement, selectedText }: Selected,
): DoctorSelection | null {
  if (!selectedElement) return null;
  if (!facts.indexOfId.has(selectedElement.id)) throw notFound('Element');
  return { elementId: selectedElement.id, text: selectedText };
}

/** A long question after the maximum history, to estimate the price. */
const typical = {
  message: 'What could happen next? '.repeat(12),
  history: [{ role: 'user', content: 'x'.repeat(historyLimit) }],
} as const;

/** Return the facts for the built-in engine, without the excluded parts. */
export async function factsForQuestion(
  { project, context }: Subject,
  leaveOut: readonly string[] = [],
): Promise<ReadProject> {
  if (leaveOut.length === 0) return project.facts;
  const isOut = new Set(leaveOut);
  const { elements, characters = [], acts = [], beats = [], ...rest } = project.input;
  const input = {
    ...rest,
    elements: elements.filter(({ id }) => !context.isWithheld(id)),
    characters: characters.filter(({ name }) => !isOut.has(characterKey(name))),
    ...(isOut.has('plan') ? {} : { acts, beats }),
  };
  return runInSlices(readingSteps(input));
}

/** Return the price of suggestions: exact or maximum. */
export function priceOfImprovements(
  ai: Ai,
  { selection, context }: Subject,
  selectedText: string | null,
): Promise<ShownPrice | null> {
  const question = improvementsQuestion({
    ...{ context: context.text, brief: context.brief, facts: null },
    ...{ elementId: selection?.elementId ?? null, selectedText },
  });
  return ai.priceOf('chat', questionSize(question));
}

/** Return the price of a question: exact or maximum. */
export function priceOfQuestion(
  ai: Ai,
  { project, selection, context }: Subject,
  selectedText: string | null,
): Promise<ShownPrice | null> {
  const question = chatQuestion({
    ...{ context: context.text, brief: context.brief, ...typical, facts: null },
    ...{ elementId: selection?.elementId ?? null, selectedText },
    maySuggest: project.aiAccess === 'suggest',
  });
  return ai.priceOf('chat', questionSize(question));
}
