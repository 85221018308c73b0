import { wordsKey } from '#engines/sound/spokenKey.ts';
import { requireAi } from '#server/ai/access.ts';
import type { CallOptions } from '#server/ai/calls.ts';
import type { ModelAudio } from '#server/ai/models.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { storeMadeFile } from '#server/projects/madeFile.service.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import type { generateSoundEffect } from '#shared/contract/audio.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import type { AudioDeps } from './dialogueAudio.service.ts';
import { findElement, putSound } from './elementAudio.ts';

type Asked = HandlerInput<typeof generateSoundEffect>['body'];

/** Make the sound effect of an element and replace the previous file. */
export async function makeSoundEffect(
  { db, ai, storage, inTurn }: AudioDeps,
  where: Scope,
  { elementId, text, duration_seconds, prompt_influence }: Asked,
  options: CallOptions,
) {
  const { projectId, userId } = where;
  const { aiAccess } = await projectRow(db, projectId);
  requireAi(aiAccess, 'read');
  const { soundEffectUrl: urlBefore, content } = await findElement(db, projectId, elementId);
  const order = {
    ...{ task: 'sound_effect', text },
    ...{ durationSeconds: duration_seconds, promptInfluence: prompt_influence },
  };
  const put = async (change: ProjectChange, audioUrl: string, { note }: ModelAudio) => {
    const fields = { soundEffectUrl: audioUrl, soundEffectText: text, soundEffectKey: wordsKey(content) };
    const { soundEffectUrl: replaced } = await putSound(change, elementId, fields);
    return { replaced, kept: note === undefined ? { audioUrl } : { audioUrl, note } };
  };

  return inTurn(`effect ${elementId}`, async () => {
    const now = await findElement(db, projectId, elementId);
    const isJustMade = now.soundEffectUrl !== urlBefore && now.soundEffectText === text;
    if (now.soundEffectUrl !== null && isJustMade)
      return {
        ...{ audioUrl: now.soundEffectUrl, element: now },
        creditBalance: await balanceOf(db, userId),
      };
    const { kept, creditBalance } = await storeMadeFile<ModelAudio, { audioUrl: string; note?: string }>(
      storage,
      where,
      (call) => ai.makeSound(order, call),
      { rowId: elementId, about: { elementId }, put },
      options,
    );
    return { ...kept, element: await findElement(db, projectId, elementId), creditBalance };
  });
}
