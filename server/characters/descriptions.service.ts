import { type JointCues, jointCuesOf } from '#screenplay/cast.ts';
import { parseCue, speakerKey } from '#screenplay/cue.ts';
import { readingSteps } from '#screenplay/facts/project.ts';
import { speechText } from '#screenplay/facts/prose.ts';
import { voiceOf } from '#screenplay/facts/voice.ts';
import { requireAi } from '#server/ai/access.ts';
import type { DescriptionFacts } from '#server/ai/builtin/descriptions/person.ts';
import type { Ai, CallOptions } from '#server/ai/calls.ts';
import {
  type DescriptionKind,
  descriptionQuestion,
  maxDescription,
  maxSampleLines,
} from '#server/ai/prompts/descriptions.ts';
import { briefInWords } from '#server/ai/prompts/project.ts';
import { type QuestionSize, questionSize } from '#server/ai/size.ts';
import type { Db } from '#server/db/client.ts';
import { forbidden, notFound } from '#server/lib/errors.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { scriptWords } from '#server/script/script.service.ts';
import type { generateVoiceDescription } from '#shared/contract/characters.ts';
import type { Brief } from '#shared/contract/projects.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { may } from '#shared/roles.ts';
import { roleIn } from './characters.queries.ts';

type Asked = HandlerInput<typeof generateVoiceDescription>['body'];

/**
 * Check the role for endpoints whose project is in the body, which the session check does not read.
 * Throws notFound if the user may not see the project, and forbidden if they may not write.
 */
export async function requireEditor(
  db: Db,
  userId: string,
  projectId: number,
  thing = 'Project',
): Promise<void> {
  const role = await roleIn(db, userId, projectId);
  if (role === null) throw notFound(thing);
  if (!may(role, 'write')) throw forbidden();
}

/** Generate a description of a character's voice or look. It is not stored. */
export async function describeCharacter(
  { db, ai }: { db: Db; ai: Ai },
  userId: string,
  kind: DescriptionKind,
  asked: Asked,
  { requestId, fingerprint, signal, onKept }: CallOptions,
): Promise<{ description: string; creditBalance: number }> {
  const { projectId } = asked;
  const { aiAccess, brief, cueChoices } = await projectRow(db, projectId);
  requireAi(aiAccess, 'read');
  const { facts, lines } = await factsOf(db, asked, jointCuesOf(cueChoices));
  const question = descriptionQuestion({ kind, brief: briefInWords(brief), facts, lines });
  const { value, creditBalance } = await ai.analyse('chat', question, {
    ...{ projectId, userId, requestId, fingerprint, signal, about: { lines: lines.length } },
    keep: async (tx, { value: { description } }) => {
      await onKept(tx);
      return { description };
    },
  });
  return { ...value, creditBalance };
}

/**
 * Return the facts from the form, and the dialogue and introduction of the character in the script.
 */
async function factsOf(
  db: Db,
  asked: Asked,
  joint: JointCues,
): Promise<{ facts: DescriptionFacts; lines: string[] }> {
  const { characterName: name, description, role, age, characterType } = asked;
  const elements = await scriptWords(db, asked.projectId);
  const script = await runInSlices(readingSteps({ elements, characters: [{ name }], joint }));
  const key = speakerKey(parseCue(name).name);
  const person = script.people.get(key);
  const [shown] = person?.mentions ?? [];
  const facts: DescriptionFacts = {
    ...{ name, characterType: characterType ?? 'supporting', age: age ?? null },
    ...{ role: role?.trim() ?? '', description: description?.trim() ?? '' },
    introduction: shown === undefined ? '' : (script.texts[shown]?.trim() ?? ''),
    voice: voiceOf(script, key),
  };
  const lines = (person?.speeches ?? []).map((index) => speechText(script, index)).filter(Boolean);
  return { facts, lines: lines.slice(0, maxSampleLines) };
}

/** Return the size of the longest question, for a price that holds for every character. */
export function descriptionSize(brief: Brief | null): QuestionSize {
  const sizes = (['voice', 'style'] as const).map((kind) =>
    questionSize(maxDescription(kind, briefInWords(brief))),
  );
  return sizes.reduce((a, b) => (b.maxInputTokens > a.maxInputTokens ? b : a));
}
