import { characterPrompt, type TemplateValues } from '#shared/promptTemplates.ts';
import type { PictureFacts } from '../builtin/drawPicture.ts';
import type { PictureRequest } from '../models.ts';
import { wordsBesideVariables } from './sceneImage.ts';

export interface PortraitPromptInput {
  name: string;
  age: number | null;
  role: string | null;
  description: string | null;
  characterType: 'protagonist' | 'antagonist' | 'supporting';
  /** The look as described by the writer. */
  visualAesthetic: string | null;
}

/** Maximum characters of a prompt. A template can repeat a long description. */
const promptLimit = 32_000;

/**
 * Build the order for a portrait from the project's template, or from the default if the result is
 * empty.
 */
export function portraitOrder(
  project: { characterAvatarPromptTemplate: string | null },
  character: PortraitPromptInput,
): PictureRequest {
  const { name, age, role, description, characterType, visualAesthetic } = character;
  const values: TemplateValues<'character'> = {
    ...{ name, age, role, description, characterType },
    styleControl: visualAesthetic,
  };
  const ownPrompt = characterPrompt(project, values);
  const prompt =
    ownPrompt === '' ? characterPrompt({ characterAvatarPromptTemplate: null }, values) : ownPrompt;
  const facts: PictureFacts = {
    ...{ type: 'portrait', name, characterType, age, role },
    description: [description, visualAesthetic].filter(Boolean).join('\n'),
    ...(project.characterAvatarPromptTemplate?.trim() && {
      style: wordsBesideVariables(project.characterAvatarPromptTemplate),
    }),
  };
  return { task: 'avatar', prompt: prompt.slice(0, promptLimit).toWellFormed(), ratio: '1:1', facts };
}
