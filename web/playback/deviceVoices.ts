import { spokenSeconds } from '#screenplay/playback/words.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { PlayedSound } from './sound.ts';

/** A voice that the visitor's own device has; it is heard here and nowhere else, and nothing is stored of it. */
export interface DeviceVoice {
  uri: string;
  name: string;
  language: string;
}

/** The voices of this device; some browsers find them a while after the page is there. */
export function deviceVoices(): ReadableStore<readonly DeviceVoice[]> {
  found ??= watchVoices();
  return found;
}

let found: ReadableStore<readonly DeviceVoice[]> | null = null;

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

/** Those that speak the language of the visitor, or all where none does. */
export function ownLanguageVoices(
  voices: readonly DeviceVoice[],
  language = navigator.language,
): readonly DeviceVoice[] {
  const [own] = language.toLowerCase().split('-');
  const spoken = voices.filter((voice) => voice.language.toLowerCase().split('-')[0] === own);
  return spoken.length > 0 ? spoken : voices;
}

interface DeviceSoundInput {
  text: string;
  /** Null: the one that the device speaks with by itself. */
  uri: string | null;
  /** 0 to 1. */
  volume: number;
}

/** A text spoken by the device. */
export function createDeviceSound({ text, uri, volume }: DeviceSoundInput): PlayedSound {
  // It would never say that it is over.
  if (!hasDeviceSpeech() || speechSynthesis.getVoices().length === 0)
    throw new Error('This device has no voices');
  const utterance = new SpeechSynthesisUtterance(text);
  const voice = speechSynthesis.getVoices().find(({ voiceURI }) => voiceURI === uri);
  if (voice) utterance.voice = voice;
  if (voice) utterance.lang = voice.lang;
  utterance.volume = volume;
  let begunMs: number | null = null;
  let offset: number | null = null;
  const quiet = () => {
    utterance.onend = null;
    utterance.onerror = null;
    utterance.onboundary = null;
  };
  const sound: PlayedSound = {
    async play() {
      begunMs = performance.now();
      speechSynthesis.speak(utterance);
    },
    stop() {
      quiet();
      if (begunMs !== null) speechSynthesis.cancel();
    },
    // The device does not tell; how fast it speaks is its own business.
    durationSeconds: () => spokenSeconds(text),
    positionSeconds: () =>
      begunMs === null
        ? 0
        : Math.min(((performance.now() - begunMs) / 1000) * utterance.rate, spokenSeconds(text)),
    textOffset: () => offset,
    // Counts for what is spoken next: a device does not change its speed in the middle.
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
    sound.onFailure?.(new Error(`The voice of this device broke off: ${error}`));
  };
  return sound;
}
