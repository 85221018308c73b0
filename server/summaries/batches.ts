import type { Ai } from '#server/ai/calls.ts';
import type { ShownPrice } from '#server/ai/cost.ts';
import {
  type SceneToSummarise,
  type Summaries,
  sceneAsText,
  scenesLimit,
  summariesQuestion,
} from '#server/ai/prompts/summaries.ts';
import { questionSize } from '#server/ai/size.ts';
import { createEventLoopYielder } from '#server/db/eventLoopYielder.ts';
import { summaryBatch } from '#shared/contract/ai.ts';

export interface SceneText extends SceneToSummarise {
  /** Hash of the scene's text. */
  hash: string;
}

/** Maximum characters of a summary. */
const summaryLimit = 400;

/** Split scenes into batches of one call: at most `summaryBatch` scenes, and fewer long ones. */
export function batchesOf(scenes: readonly SceneText[]): SceneText[][] {
  const batches: SceneText[][] = [];
  let room = 0;
  for (const scene of scenes) {
    const { length } = sceneAsText(scene);
    const last = batches.at(-1);
    const fits = last !== undefined && last.length < summaryBatch && length <= room;
    if (fits) last.push(scene);
    else batches.push([scene]);
    room = (fits ? room : scenesLimit) - length;
  }
  return batches;
}

/** Return the maximum cost of all batches. Null: there are none, or there is no price. */
export async function priceOfBatches(
  ai: Ai,
  batches: readonly (readonly SceneText[])[],
  brief: string,
): Promise<ShownPrice | null> {
  if (batches.length === 0) return null;
  let credits = 0;
  let isExact = true;
  const breathe = createEventLoopYielder();
  for (const batch of batches) {
    await breathe();
    const price = await ai.priceOf('script_analysis', questionSize(summariesQuestion(batch, brief)));
    if (!price) return null;
    credits += 'exact' in price ? price.exact : price.upTo;
    isExact &&= 'exact' in price;
  }
  const sum = Math.round(credits * 100) / 100;
  return isExact ? { exact: sum } : { upTo: sum };
}

/** Return the summaries of these scenes in a model's answer. The first one for a scene counts. */
export function checkedSummaries({ summaries }: Summaries, batch: readonly SceneText[]): Map<number, string> {
  const batchIds = new Set(batch.map(({ id }) => id));
  const checked = new Map<number, string>();
  for (const { sceneId, summary } of summaries) {
    const text = oneLine(summary);
    if (text !== '' && batchIds.has(sceneId) && !checked.has(sceneId)) checked.set(sceneId, text);
  }
  return checked;
}

/** Join a text to one line and truncate it at a word. */
function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= summaryLimit) return line;
  return `${line.slice(0, summaryLimit - 1).replace(/\s+\S*$/, '')}…`.toWellFormed();
}
