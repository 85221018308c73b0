import { spokenSeconds } from '#screenplay/playback/words.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { PlayedSound } from './sound.ts';

/** A voice of the user's own device. It is only played here, and its sounds are not stored. */
export interface DeviceVoice {
  uri: string;
  name: string;
  language: string;
}

/** Return the voices of this device. Some browsers load them some time after the page. */
export function deviceVoices(): ReadableStore<readonly DeviceVoice[]> {
  voiceStore ??= watchVoices();
  return voiceStore;
}

let voiceStore: ReadableStore<readonly DeviceVoice[]> | null = null;

function watchVoices(): ReadableStore<readonly DeviceVoice[]> {
  const store = createStore<readonly DeviceVoice[]>([]);
  if (!hasDeviceSpeech()) return store;
  const read = () =>
    store.set(
      speechSynthesis
        .getVoices()
        .map(({ voiceURI, name, lang }) => ({ uri: voiceURI, name, language: lang.replace('_', '-') })),
    );
  read();
  speechSynthesis.addEventListener?.('voiceschanged', read);
  return store;
}

export function hasDeviceSpeech(): boolean {
  return typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined';
}

/** Return the voices that speak the user's language, or all voices if none does. */
export function ownLanguageVoices(
  voices: readonly DeviceVoice[],
  language = navigator.language,
): readonly DeviceVoice[] {
  const [own] = language.toLowerCase().split('-');
  const matching = voices.filter((voice) => voice.language.toLowerCase().split('-')[0] === own);
  return matching.length > 0 ? matching : voices;
}

interface DeviceSoundInput {
  text: string;
  /** Null: the default voice of the device. */
  uri: string | null;
  /** 0 to 1. */
  volume: number;
}

/** Create a sound of a text that the device speaks. */
export function createDeviceSound({ text, uri, volume }: DeviceSoundInput): PlayedSound {
  // Without voices, the utterance would never report its end.
  if (!hasDeviceSpeech() || speechSynthesis.getVoices().length === 0)
    throw new Error('This device has no voices');
  const utterance = new SpeechSynthesisUtterance(text);
  const voice = speechSynthesis.getVoices().find(({ voiceURI }) => voiceURI === uri);
  if (voice) utterance.voice = voice;
  if (voice) utterance.lang = voice.lang;
  utterance.volume = volume;
  let startedMs: number | null = null;
  let offset: number | null = null;
  const quiet = () => {
    utterance.onend = null;
    utterance.onerror = null;
    utterance.onboundary = null;
  };
  const sound: PlayedSound = {
    async play() {
      startedMs = performance.now();
      speechSynthesis.speak(utterance);
    },
    stop() {
      quiet();
      if (startedMs !== null) speechSynthesis.cancel();
    },
    // The device does not report a duration, so this is an estimate.
    durationSeconds: () => spokenSeconds(text),
    positionSeconds: () =>
      startedMs === null
        ? 0
        : Math.min(((performance.now() - startedMs) / 1000) * utterance.rate, spokenSeconds(text)),
    textOffset: () => offset,
    // Applies to the next utterance. A device does not change its speed while speaking.
    setRate(rate) {
      utterance.rate = rate;
    },
    onEnd: null,
    onFailure: null,
  };
  utterance.onboundary = ({ charIndex }) => {
    offset = charIndex;
  };
  utterance.onend = () => {
    quiet();
    sound.onEnd?.();
  };
  utterance.onerror = ({ error }) => {
    quiet();
    sound.onFailure?.(new Error(`The device voice failed: ${error}`));
  };
  return sound;
}
