import { spokenKey } from '#engines/sound/spokenKey.ts';
import type { JointCues } from '#screenplay/cast.ts';
import { partsOfLine } from '#screenplay/playback/speaking.ts';
import { tableReadOf } from '#screenplay/playback/tableRead.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { DeviceVoice } from '../deviceVoices.ts';
import type { Casting, ScriptLine, VoiceChoice } from '../lineSound.ts';
import type { TableCast, TableReadPreferences } from './preferences.ts';

/**
 * Return the lines of a table read of these elements. Lines of the role that the user reads are
 * marked.
 */
export function tableLinesOf(
  elements: readonly Element[],
  { headings, action }: TableReadPreferences,
  { mine }: TableCast,
  joint: JointCues,
): ScriptLine[] {
  return tableReadOf(elements, { headings, action }).flatMap(({ index, part }): ScriptLine[] => {
    const element = elements[index];
    if (!element) return [];
    const { id: elementId, audioOverlapSeconds } = element;
    // Narration is not the element's stored sound, so the element's overlap does not apply.
    const overlapSeconds = part === 'narration' ? 0 : audioOverlapSeconds;
    const isMine = part === 'dialogue' && mine !== null && partsOfLine(elements, index, joint).includes(mine);
    return [{ elementId, overlapSeconds: isMine ? 0 : overlapSeconds, part, isMine }];
  });
}

/**
 * Return preferences without narration if this device has no voice for it. Dialogue and effects
 * remain.
 */
export function readableParts(
  preferences: TableReadPreferences,
  voices: readonly DeviceVoice[],
): TableReadPreferences {
  const isSilent = preferences.narrator.startsWith('device:') && voices.length === 0;
  return isSilent ? { ...preferences, headings: false, action: false } : preferences;
}

export function castingOf(
  preferences: TableReadPreferences,
  cast: TableCast,
  voices: readonly DeviceVoice[],
): Casting {
  return {
    device: new Map(Object.entries(cast.device)),
    deviceFor: preferences.usesDevice && voices.length > 0 ? (speaker) => voiceFor(speaker, voices) : null,
    narrator: narratorOf(preferences.narrator),
    mine: cast.mine,
    withDirections: preferences.directions,
    isOutdated: (element, text, character) =>
      character?.voiceId != null &&
      element.dialogueAudioKey !==
        spokenKey({ text, voiceId: character.voiceId, voiceSettings: character.voiceSettings }),
  };
}

function narratorOf(narrator: string): VoiceChoice {
  const [kind, id = ''] = narrator.split(/:(.*)/s);
  return kind === 'voice' ? { voiceId: id } : { deviceUri: id === '' ? null : id };
}

/** Return a voice for a speaker. It is stable, and speakers are spread over all voices. */
function voiceFor(speaker: string, voices: readonly DeviceVoice[]): string {
  let sum = 0;
  for (const character of speaker) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return voices[sum % voices.length]?.uri ?? '';
}
