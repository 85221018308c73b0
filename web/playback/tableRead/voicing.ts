import { spokenCharacters, spokenKey } from '#engines/sound/spokenKey.ts';
import type { JointCues } from '#screenplay/cast.ts';
import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { speakingCharacter, spokenTextOf } from '#screenplay/playback/speaking.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { type SpeechPrice, speechCredits } from '#shared/voicePrice.ts';
import { speechProblem } from '#web/audio/speechProblem.ts';
import { createStore } from '#web/lib/store.ts';
import type { PlaybackClock } from '../sound.ts';

/** A dialogue whose stored sound is missing or outdated. */
export interface UnvoicedLine {
  elementId: number;
  characterName: string;
  text: string;
}

/**
 * Return the lines of a script that need a call. A line is up to date if its text, voice and
 * settings match its file.
 */
export function unvoicedLines(
  elements: readonly Element[],
  characters: readonly Character[],
  joint?: JointCues,
): UnvoicedLine[] {
  return elements.flatMap((element, index) => {
    if (!isDialogueType(element.elementType) || element.id <= 0) return [];
    const { name, character } = speakingCharacter(elements, index, characters, joint);
    if (name === null || !character?.voiceId) return [];
    const { voiceId, voiceSettings } = character;
    const text = spokenTextOf(elements, index);
    if (speechProblem(text) !== null) return [];
    const isVoiced =
      element.dialogueAudioUrl !== null &&
      element.dialogueAudioKey === spokenKey({ text, voiceId, voiceSettings });
    return isVoiced ? [] : [{ elementId: element.id, characterName: name, text }];
  });
}

/** Return the price of all lines in credits; null if there is no price. */
export function voicingCredits(lines: readonly UnvoicedLine[], price: SpeechPrice): number | null {
  let hundredths = 0;
  for (const { text } of lines) {
    const credits = speechCredits(price, spokenCharacters(text));
    if (credits === null) return null;
    hundredths += Math.round(credits * 100);
  }
  return hundredths / 100;
}

/** The progress of a voicing. */
export interface VoicingState {
  isRunning: boolean;
  total: number;
  done: number;
  failed: number;
}

const idle: VoicingState = { isRunning: false, total: 0, done: 0, failed: 0 };
/** Concurrent calls: the next line is spoken while one is stored. */
const concurrency = 2;

interface VoicingInput {
  speak: (line: UnvoicedLine, signal: AbortSignal) => Promise<void>;
  /** Called for a failed line. Returns whether to continue with the others. */
  onFailure: (error: unknown) => boolean;
  /**
   * Returns whether the server's rate limit was reached (server/lib/userRateLimit.ts). The line is
   * then retried.
   */
  isRateLimited: (error: unknown) => boolean;
  clock: PlaybackClock;
}

const retryDelayMs = 5000;

/**
 * Create a voicing that has many lines spoken. Stored lines remain when it is cancelled or the
 * credits run out.
 */
export function createVoicing({ speak, onFailure, isRateLimited, clock }: VoicingInput) {
  const state = createStore<VoicingState>(idle);
  let abort: AbortController | null = null;
  const update = (change: Partial<VoicingState>) => state.set({ ...state.get(), ...change });
  return {
    state,
    cancel: () => abort?.abort(),
    async start(lines: readonly UnvoicedLine[]): Promise<void> {
      if (abort) return;
      abort = new AbortController();
      const { signal } = abort;
      state.set({ isRunning: true, total: lines.length, done: 0, failed: 0 });
      const waiting = [...lines];
      const work = async () => {
        for (let line = waiting.shift(); line && !signal.aborted; line = waiting.shift()) {
          try {
            await speak(line, signal);
            update({ done: state.get().done + 1 });
          } catch (error) {
            if (signal.aborted) return;
            if (isRateLimited(error)) {
              waiting.unshift(line);
              await waitFor(clock, retryDelayMs, signal);
              continue;
            }
            update({ failed: state.get().failed + 1 });
            if (!onFailure(error)) abort?.abort();
          }
        }
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      abort = null;
      update({ isRunning: false });
    },
  };
}

/** Wait for a time, or until the signal aborts. */
function waitFor(clock: PlaybackClock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancelTimer = clock.after(ms, resolve);
  signal.addEventListener('abort', () => {
    cancelTimer();
    resolve();
  });
  return promise;
}

export type Voicing = ReturnType<typeof createVoicing>;
