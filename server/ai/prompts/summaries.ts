import { z } from 'zod';
import type { ScriptElement } from '#screenplay/element.ts';
import type { Analysis } from '../models.ts';
import { asData, dataRules } from './project.ts';

/** The types are wide on purpose: invalid summaries are dropped, and the others are kept. */
export const Summaries = z.object({
  summaries: z.array(
    z.object({
      sceneId: z.number().describe('The number in brackets before the heading of the scene'),
      summary: z.string().describe('One or two sentences of plain text'),
    }),
  ),
});
export type Summaries = z.infer<typeof Summaries>;

const role =
  'You keep the memory of a long screenplay: you say of each scene what happens in it, for a reader who has to know the story without reading the scene.';
const manner = `Give one summary for every scene, in one or two sentences of at most 40 words together, in the language of the script.
Tell facts and turns only: who does, says, learns, decides, gets or loses what, and how things stand at the end. Use the names of the script. No judgement, no advice, no guesses, no mention of the scene or the script, no Markdown.`;

/** A scene to be summarised. */
export interface SceneToSummarise {
  id: number;
  /** Elements of the scene, heading first. */
  elements: readonly Pick<ScriptElement, 'elementType' | 'content'>[];
}

/**
 * Maximum characters of scenes in one question, as for other questions, so that it fits any context
 * window.
 */
export const scenesLimit = 20_000;

/** Return a scene as text for the model. A very long one is reduced to its beginning and end. */
export function sceneAsText({ id, elements }: SceneToSummarise): string {
  const lines = elements.map(({ elementType, content }) => `${elementType}: ${content}`);
  const text = `[${id}]\n${lines.join('\n')}`;
  if (text.length <= scenesLimit) return text.toWellFormed();
  const gap = '\n…\n';
  const half = (scenesLimit - gap.length) / 2;
  return `${text.slice(0, half)}${gap}${text.slice(-half)}`.toWellFormed();
}

export function summariesQuestion(scenes: readonly SceneToSummarise[], brief: string): Analysis<Summaries> {
  const text = scenes.map(sceneAsText).join('\n\n');
  return {
    task: 'scene_summaries',
    system: [role, dataRules(brief), manner].join('\n'),
    messages: [{ role: 'user', content: `${asData(text, brief)}\n\nSummarise these scenes.` }],
    maxOutputTokens: 2000,
    shape: Summaries,
  };
}
