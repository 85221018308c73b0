import { z } from 'zod';
import { voiceInWords } from '#screenplay/facts/voice.ts';
import type { DescriptionFacts } from '../builtin/descriptions/person.ts';
import type { Analysis } from '../models.ts';
import { asData, dataRules } from './project.ts';

/** The part of a character to describe: voice or look. */
export type DescriptionKind = 'voice' | 'style';

/** Limits in characters, as for voice design (docs/spec/characters.md, decision OQ-97). */
export const descriptionLimits = { min: 20, max: 1000 } as const;

export const Description = z.object({
  description: z
    .string()
    .transform((text) => text.replaceAll('\0', '').toWellFormed().trim())
    .pipe(z.string().min(descriptionLimits.min, 'Must be a description of 20 characters or more'))
    .transform(truncate)
    .describe('The description, as one paragraph of plain text'),
});
export type Description = z.infer<typeof Description>;

/** Truncate after a sentence in the second half, otherwise after a word. */
function truncate(text: string): string {
  const { max } = descriptionLimits;
  if (text.length <= max) return text;
  const beginning = text.slice(0, max);
  const sentences = /^.*[.!?](?=\s)/s.exec(beginning)?.[0] ?? '';
  return (sentences.length > max / 2 ? sentences : beginning.replace(/\s+\S*$/, '')).trim().toWellFormed();
}

const briefs: Record<DescriptionKind, string> = {
  voice: `You are the casting director of a film. You read what is known of a character and describe the voice it should have, for a tool that designs voices from words.
Write 40 to 100 words: age and sex where they are known, timbre, pitch, pace, accent where the material says one, temper, and how this person speaks. Describe what is heard only: no face, no clothes, no plot, no advice, and no sentence of the script.`,
  style: `You are the production designer of a film. You read what is known of a character and describe how it looks, for a tool that draws its portrait.
Write 40 to 100 words: face, hair, build, clothes, expression, light, colours and the style of the picture. Keep to what the material says, and choose what it leaves open so that it fits. Describe what is seen only: no voice, no plot, no advice.`,
};
const manner = 'Write in English, as one paragraph of plain text without headings, lists or Markdown.';

/** Maximum characters of each field in a question. */
const limits = { role: 200, description: 2000, introduction: 600, line: 160 };
/** Number of speeches that show a model how the character speaks. */
export const maxSampleLines = 8;

export interface DescriptionInput {
  kind: DescriptionKind;
  /** The writer's standing wishes as text. "" when empty. */
  brief: string;
  facts: DescriptionFacts;
  /** Some of the character's speeches. */
  lines: readonly string[];
}

/** Build the question for the voice or look of one character. */
export function descriptionQuestion({ kind, brief, facts, lines }: DescriptionInput): Analysis<Description> {
  return {
    task: `${kind}_description`,
    system: [briefs[kind], dataRules(brief), manner].join('\n'),
    messages: [
      {
        role: 'user',
        content: `${asData(factsInWords(facts, lines), brief)}\n\n${kind === 'voice' ? 'Describe the voice.' : 'Describe the look.'}`,
      },
    ],
    maxOutputTokens: 600,
    shape: Description,
    facts,
  };
}

function factsInWords(facts: DescriptionFacts, lines: readonly string[]): string {
  const { name, role, age, characterType, description, introduction, voice } = facts;
  const quotedLines = lines.slice(0, maxSampleLines).map((line) => `- ${clipped(line, limits.line)}`);
  return [
    `Name: ${name}`,
    role && `Role: ${clipped(role, limits.role)}`,
    age === null ? '' : `Age: ${age}`,
    `Type: ${characterType}`,
    description && `Description: ${clipped(description, limits.description)}`,
    introduction && `First seen in the script: ${clipped(introduction, limits.introduction)}`,
    voice && `Speaks ${voice.speeches} times in the script: ${voiceInWords(voice)}.`,
    quotedLines.length > 0 && `Some of the lines:\n${quotedLines.join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function clipped(text: string, limit: number): string {
  return text.trim().slice(0, limit).toWellFormed();
}

/** A character of three bytes, the maximum per UTF-16 code unit. */
const wide = '\u20ac';

/** Build the longest possible question, for a price that holds for every character. */
export function maxDescription(kind: DescriptionKind, brief: string): Analysis<Description> {
  const facts: DescriptionFacts = {
    name: wide.repeat(100),
    age: 999,
    characterType: 'protagonist',
    role: wide.repeat(limits.role),
    description: wide.repeat(limits.description),
    introduction: wide.repeat(limits.introduction),
    voice: {
      ...{ speeches: 10_000, wordsPerSpeech: 10_000, wordsPerSentence: 10_000 },
      ...{ questions: 1, exclamations: 1, refusals: 1, contractions: 0 },
    },
  };
  const lines = Array<string>(maxSampleLines).fill(wide.repeat(limits.line));
  return descriptionQuestion({ kind, brief, facts, lines });
}
