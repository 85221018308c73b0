import { widthToHeight } from '#shared/contract/fields.ts';
import type { Brief } from '#shared/contract/projects.ts';
import type { PictureFacts } from '../builtin/drawPicture.ts';
import { type PictureRequest, type Ratio, ratios } from '../models.ts';
import { briefInWords } from './project.ts';

/** Maximum characters of the synopsis in a prompt. */
const synopsisLimit = 6000;

export interface ConceptPromptInput {
  title: string;
  logline: string | null;
  synopsis: string | null;
  brief: Brief | null;
  ratio: Ratio;
}

/** Build the order for one picture that represents the whole film. */
export function conceptOrder({ title, logline, synopsis, brief, ratio }: ConceptPromptInput): PictureRequest {
  const story = synopsis?.trim().slice(0, synopsisLimit).toWellFormed() ?? '';
  const parts = [
    'Cinematic concept art for a film: one wide image that shows its world, its mood and its central conflict.',
    `Title: ${title}`,
    logline?.trim() && `Logline: ${logline.trim()}`,
    story && `Synopsis: ${story}`,
    briefInWords(brief),
    'Film lighting, no text.',
  ];
  const facts: PictureFacts = { type: 'concept', title, logline, synopsis };
  return { task: 'concept', prompt: parts.filter(Boolean).join('\n\n'), ratio, facts };
}

/** Return the supported ratio nearest to the requested one. */
export function nearestRatio(requestedRatio: string): Ratio {
  const target = Math.log(widthToHeight(requestedRatio));
  const distance = (ratio: Ratio) => Math.abs(Math.log(widthToHeight(ratio)) - target);
  return ratios.reduce((nearest, ratio) => (distance(ratio) < distance(nearest) ? ratio : nearest));
}
