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

/** What a call is about, and what of the project may not go with it. */
export type Selected = HandlerInput<typeof previewContext>['body'];

/** What goes to a model with a call about that. */
export interface Subject {
  project: ProjectRead;
  selection: DoctorSelection | null;
  context: Context;
}

/** Throws notFound for an element that is gone, and forbidden where AI may not do what is needed. */
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

/** The built-in engine reads everything, and says so. */
function reachFor(ai: Ai, { reach = 'relevant' }: Selected): ContextReach {
  return ai.engineOf('chat').isBuiltIn ? 'whole' : reach;
}

/** The same question with every reach (decision OQ-110); none for the built-in engine. */
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

/** The script itself says what the element is; of what the caller sent only its id counts. */
function selectionOf(
  { facts }: ProjectRead,
  { selectedElement, selectedText }: Selected,
): DoctorSelection | null {
  if (!selectedElement) return null;
  if (!facts.indexOfId.has(selectedElement.id)) throw notFound('Element');
  return { elementId: selectedElement.id, text: selectedText };
}

/** A question of a few lines, after as long a talk as goes with one. */
const typical = {
  message: 'What could happen next? '.repeat(12),
  history: [{ role: 'user', content: 'x'.repeat(historyLimit) }],
} as const;

/** For the built-in engine, which reads facts in the place of words: those of what was not taken out. */
export async function factsForQuestion(
  { project, context }: Subject,
  leaveOut: readonly string[] = [],
): Promise<ReadProject> {
  if (leaveOut.length === 0) return project.facts;
  const isOut = new Set(leaveOut);
  const { elements, characters = [], acts = [], beats = [], ...rest } = project.input;
  const given = {
    ...rest,
    elements: elements.filter(({ id }) => !context.isWithheld(id)),
    characters: characters.filter(({ name }) => !isOut.has(characterKey(name))),
    ...(isOut.has('plan') ? {} : { acts, beats }),
  };
  return runInSlices(readingSteps(given));
}

/** What suggestions about it cost, or cost at most. */
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

/** What a question about it costs in all likelihood, or at most. */
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
