import type { Ai, CallOptions } from '#server/ai/calls.ts';
import type { GeneratedTemplate } from '#server/ai/prompts/templates.ts';
import { templateQuestion } from '#server/ai/prompts/templates.ts';
import { type QuestionSize, questionSize } from '#server/ai/size.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import type { Scope } from '#server/lib/scope.ts';
import { templateTexts } from '#shared/contract/templates.ts';
import { type TemplateKind, templateKinds } from '#shared/promptTemplates.ts';
import { contextSteps } from './context.ts';
import { type ProjectRead, readForAssistant } from './project.ts';

/**
 * Maximum characters of the context. Beginning and places of the script show its look, more text
 * adds little.
 */
const contextLimit = 8000;

/** Generate a prompt template that suits the script. It is not saved. */
export async function generateTemplate(
  { db, ai }: { db: Db; ai: Ai },
  scope: Scope,
  kind: TemplateKind,
  { requestId, fingerprint, signal, onKept }: CallOptions,
): Promise<GeneratedTemplate & { creditBalance: number }> {
  const project = await readForAssistant(db, scope.projectId, 'read');
  if (project.facts.texts.every((text) => text.trim() === '')) throw invalid(templateTexts.emptyScript);
  const question = await questionFor(project, kind);
  const { value, creditBalance } = await ai.analyse('script_analysis', question, {
    ...{ ...scope, requestId, fingerprint, signal },
    keep: async (tx, { value: answer }) => {
      await onKept(tx);
      return answer;
    },
  });
  return { ...value, creditBalance };
}

/** Return the size of the larger question, for a price that holds for both kinds. */
export async function templateSize(project: ProjectRead): Promise<QuestionSize> {
  const questions = await Promise.all(templateKinds.map((kind) => questionFor(project, kind)));
  const sizes = questions.map(questionSize);
  return sizes.reduce((a, b) => (b.maxInputTokens > a.maxInputTokens ? b : a));
}

async function questionFor(project: ProjectRead, kind: TemplateKind) {
  const { text, brief } = await runInSlices(contextSteps(project, { selection: null, limit: contextLimit }));
  const facts = { kind, project: project.facts, tone: project.brief?.tone ?? '' };
  return templateQuestion({ context: text, brief, facts });
}
