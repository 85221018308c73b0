import { spokenKey } from '#engines/sound/spokenKey.ts';
import { type JointCues, jointCuesOf } from '#screenplay/cast.ts';
import { missingVoiceText, voicedCharacter } from '#screenplay/playback/speaking.ts';
import { requireAi } from '#server/ai/access.ts';
import type { CallOptions } from '#server/ai/calls.ts';
import type { ModelAudio } from '#server/ai/models.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import { storeMadeFile } from '#server/projects/madeFile.service.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { voiceToSpeakWith } from '#server/voices/aliases.service.ts';
import type { generateDialogueAudio } from '#shared/contract/audio.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { castVoices } from './audio.queries.ts';
import { type ElementTurns, findElement, putSound } from './elementAudio.ts';

type Asked = HandlerInput<typeof generateDialogueAudio>['body'];

export interface AudioDeps extends PictureDeps {
  inTurn: ElementTurns;
}

/**
 * Speak a line of dialogue with the voice of its character and replace the previous file. If
 * another request is already making the same sound, return that one free of charge.
 */
export async function speakDialogue(
  { db, ai, storage, inTurn }: AudioDeps,
  userId: string,
  { projectId, elementId, characterName, text }: Asked,
  options: CallOptions,
) {
  const where = { projectId, userId };
  const { aiAccess, cueChoices } = await projectRow(db, projectId);
  requireAi(aiAccess, 'read');
  const { dialogueAudioUrl: urlBefore } = await findElement(db, projectId, elementId);
  const voice = await voiceOfCharacter(db, projectId, characterName, jointCuesOf(cueChoices));
  const dialogueAudioKey = spokenKey({ text, ...voice });

  return inTurn(`dialogue ${elementId}`, async () => {
    const now = await findElement(db, projectId, elementId);
    const isJustMade = now.dialogueAudioUrl !== urlBefore && now.dialogueAudioKey === dialogueAudioKey;
    if (now.dialogueAudioUrl !== null && isJustMade)
      return {
        ...{ audioUrl: now.dialogueAudioUrl, element: now },
        creditBalance: await balanceOf(db, userId),
      };
    const { kept, creditBalance } = await storeMadeFile<ModelAudio, { audioUrl: string }>(
      storage,
      where,
      (call) => ai.speak({ task: 'dialogue_audio', text, ...voice }, call),
      {
        rowId: elementId,
        about: { elementId, voiceId: voice.voiceId },
        put: async (change, audioUrl) => {
          const fields = { dialogueAudioUrl: audioUrl, dialogueAudioKey };
          const { dialogueAudioUrl: replaced } = await putSound(change, elementId, fields);
          return { replaced, kept: { audioUrl } };
        },
      },
      options,
    );
    return { ...kept, element: await findElement(db, projectId, elementId), creditBalance };
  });
}

/** Return the voice and settings of the named character (docs/spec/audio.md). */
async function voiceOfCharacter(db: Db, projectId: number, characterName: string, joint: JointCues) {
  const cast = await castVoices(db, projectId);
  const character = voicedCharacter(cast, characterName, joint);
  if (!character?.voiceId) throw invalid(missingVoiceText(characterName.trim(), cast));
  const { voiceSettings } = character;
  return { voiceId: await voiceToSpeakWith(db, character.voiceId), voiceSettings };
}
