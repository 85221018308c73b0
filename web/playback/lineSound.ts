import type { JointCues } from '#screenplay/cast.ts';
import { speakerKey } from '#screenplay/cue.ts';
import {
  missingVoiceText,
  partsOfLine,
  speakingCharacter,
  spokenTextOf,
} from '#screenplay/playback/speaking.ts';
import { narrationOf, type ReadItem } from '#screenplay/playback/tableRead.ts';
import { spokenSeconds } from '#screenplay/playback/words.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { UnfiledLine } from '#web/audio/readClip.ts';
import { speechProblem } from '#web/audio/speechProblem.ts';
import { type Speech, speechOf } from '#web/voices/speech.data.ts';
import { createAudioSound } from './audioSound.ts';
import { createDeviceSound } from './deviceVoices.ts';
import type { PlayedLine } from './player.ts';
import { createSilence } from './silence.ts';
import { type PlayedSound, windowClock } from './sound.ts';

/** One sound of a script's playback. */
export interface ScriptLine extends PlayedLine {
  part: ReadItem['part'];
  /** Whether the user or another reader at the table speaks this line. */
  isMine?: boolean;
}

/** A voice of the library by its id, or one of the user's device. */
export type VoiceChoice = { voiceId: string } | { deviceUri: string | null };

/**
 * Voices of a table read. In a playback, characters have their own voices, and there is no
 * narrator.
 */
export interface Casting {
  /** Voices of this device that replace characters' own voices, by speakerKey. */
  device: ReadonlyMap<string, string>;
  /** Returns the device voice for a speaker without a voice; null: such lines are skipped. */
  deviceFor: ((speaker: string) => string) | null;
  narrator: VoiceChoice | null;
  /** The speaker, by speakerKey, whom the user reads; null: none. */
  mine: string | null;
  /** Whether parentheticals direct how a line is spoken. */
  withDirections: boolean;
  /** For exports: voices for speakers without one that can be in a file, by speakerKey. */
  fileVoices?: ReadonlyMap<string, string>;
  /**
   * Returns whether a stored sound is older than the text or its direction. The line is then spoken
   * again.
   */
  isOutdated: (element: Element, text: string, character: Character | undefined) => boolean;
}

export const ownVoices: Casting = {
  device: new Map(),
  deviceFor: null,
  narrator: null,
  mine: null,
  withDirections: true,
  isOutdated: () => false,
};

/** The script at the time when a line is opened. */
export interface LineSource {
  elements: readonly Element[];
  /** Index of the line's element. */
  index: number;
  characters: readonly Character[];
  /** Decisions about joint cues; undefined: none were made. */
  joint?: JointCues;
}

/**
 * Return the sound of a line. Rejects if there is none, with the messages of docs/spec/audio.md.
 */
export async function openLine(
  { part }: ScriptLine,
  source: LineSource,
  casting: Casting = ownVoices,
): Promise<PlayedSound> {
  const element = source.elements[source.index];
  if (!element) throw new Error('The element is no longer there');
  const { audioVolume: volume } = element;
  if (part === 'narration') return narratedSound(narrationOf(element), casting.narrator, volume);
  if (part === 'dialogue') return dialogueSound(element, source, casting);
  if (element.soundEffectUrl === null) throw new Error('There is no sound effect');
  return createAudioSound({ url: element.soundEffectUrl, volume });
}

/**
 * Return the sound of a line as a file, for exports. Null: there is no file, because the user reads
 * the line, a device voice speaks it, or `maySpeak` forbids the call.
 */
export async function fileOfLine(
  { part }: ScriptLine,
  source: LineSource,
  { casting, maySpeak, load }: FileOptions,
): Promise<Blob | null> {
  const element = source.elements[source.index];
  if (!element) return null;
  if (part === 'effect') return element.soundEffectUrl === null ? null : load(element.soundEffectUrl);
  const speech = part === 'narration' ? narration(element, casting) : dialogue(element, source, casting);
  if (speech === null) return null;
  if (typeof speech === 'string') return load(speech);
  return maySpeak(speech) ? speechOf(speech) : null;
}

/**
 * Return how an export treats a line without a stored file; null: it has a file, or is silent on
 * purpose.
 */
export function unfiledLine(
  { part }: ScriptLine,
  source: LineSource,
  { casting, maySpeak }: Pick<FileOptions, 'casting' | 'maySpeak'>,
): UnfiledLine | null {
  const element = source.elements[source.index];
  if (!element || part === 'effect') return null;
  const isNarration = part === 'narration';
  const { elements, index, characters, joint } = source;
  if (!isNarration && isMine(source, casting)) return null;
  const text = isNarration ? narrationOf(element) : spokenTextOf(elements, index);
  const speech = isNarration ? narration(element, casting) : dialogue(element, source, casting);
  if (typeof speech === 'string' || speechProblem(text) !== null) return null;
  const { name, character } = speakingCharacter(elements, index, characters, joint);
  return {
    part,
    name: isNarration ? null : name,
    text: speech?.text ?? text,
    needsVoice: isNarration ? !hasFileVoice(casting.narrator) : !character?.voiceId,
    hasVoice: speech !== null,
    isAudible: speech !== null && maySpeak(speech),
  };
}

function isMine({ elements, index, joint }: LineSource, { mine }: Casting): boolean {
  return mine !== null && partsOfLine(elements, index, joint).includes(mine);
}

function hasFileVoice(voice: VoiceChoice | null): voice is { voiceId: string } {
  return voice !== null && 'voiceId' in voice;
}

/** Key of the voice that an export uses for its narrator. No speakerKey is in lower case. */
export const narratorKey = 'narrator';

export interface FileOptions {
  casting: Casting;
  /** Returns whether this speech may be requested, because it can cost credits. */
  maySpeak: (speech: Speech) => boolean;
  load: (url: string) => Promise<Blob>;
}

function narration(element: Element, { narrator, fileVoices }: Casting): Speech | null {
  const voiceId = hasFileVoice(narrator) ? narrator.voiceId : fileVoices?.get(narratorKey);
  if (voiceId === undefined) return null;
  const text = narrationOf(element);
  return speechProblem(text) === null ? { text, voiceId } : null;
}

/** Return the URL of the stored sound, or the speech to request. */
function dialogue(element: Element, source: LineSource, casting: Casting): Speech | string | null {
  const { elements, index, characters, joint } = source;
  const { name, character } = speakingCharacter(elements, index, characters, joint);
  if (isMine(source, casting)) return null;
  const fullText = spokenTextOf(elements, index);
  const url = element.dialogueAudioUrl;
  if (url !== null && !casting.isOutdated(element, fullText, character)) return url;
  const text = casting.withDirections ? fullText : spokenTextOf([element], 0);
  if (speechProblem(text) !== null) return null;
  if (character?.voiceId) return { text, voiceId: character.voiceId, voiceSettings: character.voiceSettings };
  const voiceId = name === null ? undefined : casting.fileVoices?.get(speakerKey(name));
  return voiceId === undefined ? null : { text, voiceId };
}

async function dialogueSound(element: Element, source: LineSource, casting: Casting): Promise<PlayedSound> {
  const { audioVolume: volume, dialogueAudioUrl: url } = element;
  const { elements, index, characters, joint } = source;
  const { name, character } = speakingCharacter(elements, index, characters, joint);
  const parts = partsOfLine(elements, index, joint);
  const words = spokenTextOf([element], 0);
  const fullText = spokenTextOf(elements, index);
  const text = casting.withDirections ? fullText : words;
  if (casting.mine !== null && parts.includes(casting.mine))
    return createSilence(spokenSeconds(words), windowClock);
  const deviceUri = parts.map((part) => casting.device.get(part)).find((uri) => uri !== undefined);
  const hasFile = url !== null && !casting.isOutdated(element, fullText, character);
  // A device voice would read out signs and directions, and the server would reject the text.
  const unspeakable = hasFile && deviceUri === undefined ? null : speechProblem(text);
  if (unspeakable !== null) throw new Error(unspeakable);
  if (deviceUri !== undefined) return createDeviceSound({ text: words, uri: deviceUri, volume });
  if (hasFile) return createAudioSound({ url, volume });
  if (character?.voiceId) {
    const { voiceId, voiceSettings } = character;
    return blobSound(await speechOf({ text, voiceId, voiceSettings }), volume);
  }
  if (casting.deviceFor)
    return createDeviceSound({ text: words, uri: casting.deviceFor(parts[0] ?? ''), volume });
  throw new Error(missingVoiceText(name, source.characters));
}

async function narratedSound(text: string, voice: VoiceChoice | null, volume: number): Promise<PlayedSound> {
  if (voice === null) throw new Error('No voice is chosen for the narrator');
  const unspeakable = speechProblem(text);
  if (unspeakable !== null) throw new Error(unspeakable);
  if ('deviceUri' in voice) return createDeviceSound({ text, uri: voice.deviceUri, volume });
  return blobSound(await speechOf({ text, voiceId: voice.voiceId }), volume);
}

function blobSound(blob: Blob, volume: number): PlayedSound {
  const url = URL.createObjectURL(blob);
  return createAudioSound({ url, volume, onDone: () => URL.revokeObjectURL(url) });
}
