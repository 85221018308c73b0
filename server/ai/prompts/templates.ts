import { z } from 'zod';
import {
  defaultTemplates,
  type TemplateKind,
  templateLimit,
  templateVariables,
  unknownVariables,
} from '#shared/promptTemplates.ts';
import { type PictureLook, pictureLook } from '../builtin/look.ts';
import type { TemplateFacts } from '../builtin/templates.ts';
import type { Analysis } from '../models.ts';
import { asData, dataRules } from './project.ts';

const subjects: Record<TemplateKind, { of: string; sees: string }> = {
  scene: {
    of: 'storyboard pictures of the scenes of a film',
    sees: 'palette, light, lens, camera, period, weather and mood',
  },
  character: {
    of: 'portraits of the characters of a film',
    sees: 'palette, light, lens, background, period, clothes and mood',
  },
};

/**
 * Return the schema of a usable template: within the length limit and with known variables only.
 */
export function generatedTemplate(kind: TemplateKind) {
  const template = z
    .string()
    .trim()
    .min(1)
    .max(templateLimit)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'Contains characters that cannot be stored',
    )
    .refine(
      (text) => unknownVariables(text, kind).length === 0,
      `Only these may stand in double braces: ${templateVariables[kind].join(', ')}`,
    )
    .describe('The prompt template, as one paragraph of plain text.');
  return z.object({ template });
}

export type GeneratedTemplate = z.infer<ReturnType<typeof generatedTemplate>>;

export interface TemplateInput {
  /** The project as text (server/assistant/context.ts). */
  context: string;
  /** The writer's standing wishes as text. "" when empty. */
  brief: string;
  /** For the built-in engine, and for the look of the script in figures. */
  facts: TemplateFacts;
}

/** Build the question for a prompt template that suits the script. */
export function templateQuestion({ context, brief, facts }: TemplateInput): Analysis<GeneratedTemplate> {
  const { kind, project } = facts;
  const { of, sees } = subjects[kind];
  const names = templateVariables[kind].map((name) => `{{${name}}}`).join(', ');
  const system = `You are the production designer of a film. You read a project and write one prompt template for an image model, which is used for all ${of}.
${dataRules(brief)}
In the template stands as plain words what all these pictures share: ${sees}, as the script suggests them. What differs from picture to picture stands as a variable in double braces. There are these variables and no others: ${names}. Use each at most once, and none inside another. Any of them may be empty, so give each a label of its own, such as "Location: {{location}}.", where that helps.
Write 40 to 120 words in English. Name no person and tell no plot. End with a wish for no text in the picture.
This is the template that is used without yours: ${defaultTemplates[kind]}`;
  return {
    task: `${kind}_template`,
    system,
    messages: [
      {
        role: 'user',
        content: `${asData(`${lookInWords(pictureLook(project))}\n\n${context}`, brief)}\n\nWrite the template.`,
      },
    ],
    maxOutputTokens: 1000,
    shape: generatedTemplate(kind),
    facts,
  };
}

/** Describe the counts of the scene headings as text. */
function lookInWords({
  scenes,
  hours,
  inside,
  outside,
  places,
  weather,
  genre,
  period,
}: PictureLook): string {
  const times = hours.map(([hour, count]) => `${hour} ${count}`).join(', ');
  const max = places.slice(0, 12).map(([place, count]) => `${place} ${count}`);
  return [
    `Of ${scenes} scenes ${inside} are inside and ${outside} outside.`,
    times && `Times of day: ${times}.`,
    max.length > 0 && `Places: ${max.join(', ')}.`,
    weather && `Weather: ${weather}.`,
    `By its words it may be: ${genre}.`,
    period && `It seems to play in ${period}.`,
  ]
    .filter(Boolean)
    .join('\n');
}
