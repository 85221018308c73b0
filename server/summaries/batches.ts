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
  /** Hash of its text. */
  hash: string;
}

/** Longest summary, in characters. */
const summaryLimit = 400;

/** Scenes of one call each: no more than eight, and fewer of long ones. */
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

/** The most that all of them cost together. Null: there is nothing to do, or no price. */
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

/** Return a model's summaries of these scenes; the first text for a scene wins. */
export function checkedSummaries({ summaries }: Summaries, batch: readonly SceneText[]): Map<number, string> {
  const batchIds = new Set(batch.map(({ id }) => id));
  const checked = new Map<number, string>();
  for (const { sceneId, summary } of summaries) {
    const text = oneLine(summary);
    if (text !== '' && batchIds.has(sceneId) && !checked.has(sceneId)) checked.set(sceneId, text);
  }
  return checked;
}

/** Nothing but words and single spaces; cut at a word where it is too long. */
function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= summaryLimit) return line;
  return `${line.slice(0, summaryLimit - 1).replace(/\s+\S*$/, '')}…`.toWellFormed();
}
