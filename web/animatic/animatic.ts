import { ReadTimeline } from '#engines/sound/mix/readTimeline.ts';
import { isActionType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { speakerNameOf } from '#screenplay/playback/speaking.ts';
import { spokenSeconds } from '#screenplay/playback/words.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';

/**
 * A picture, video or title card, shown while its scene is read. Times are seconds from the start
 * of the animatic.
 */
export interface AnimaticShot {
  sceneId: number;
  number: string | undefined;
  heading: string;
  imageUrl: string | null;
  /** Seen in the place of the picture. */
  videoUrl: string | null;
  startSeconds: number;
  endSeconds: number;
}

/** One line or action at its time. */
export interface AnimaticLine {
  elementId: number;
  startSeconds: number;
  endSeconds: number;
  /** A dialogue; whatever else is read is seen. */
  isSpoken: boolean;
  /** Null for an action, and where nobody is named. */
  speaker: string | null;
  text: string;
  /** Null: nothing is heard. */
  soundUrl: string | null;
  /** As elements store it. */
  volume: number;
  overlapSeconds: number;
}

export interface Animatic {
  shots: AnimaticShot[];
  lines: AnimaticLine[];
  seconds: number;
}

interface AnimaticInput {
  /** In script order. */
  elements: readonly Element[];
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  /** Durations of known sounds, by address. */
  soundSeconds: ReadonlyMap<string, number>;
}

/** A title can be read, and a place seen, before anybody speaks. */
const titleSeconds = 1.7;
/** A scene in which nothing is read is seen for so long all the same. */
const shortestShotSeconds = 3;
/** Action is seen in less time than it takes to read it aloud. */
const actionShare = 0.5;
const maxActionSeconds = 7;

/** The scenes by their pictures, each for as long as what is read of it takes. */
export function animaticOf({ elements, scenes, sceneNumbers, soundSeconds }: AnimaticInput): Animatic {
  const timeline = new ReadTimeline();
  const shots: AnimaticShot[] = [];
  const lines: AnimaticLine[] = [];
  const waitUntil = (seconds: number) => {
    const left = seconds - timeline.nextSeconds;
    if (left > 0) timeline.place({ durationSeconds: left, overlapSeconds: 0 });
  };
  for (const scene of scenes) {
    const own = elementsOf(scene, elements);
    const startSeconds = timeline.nextSeconds;
    waitUntil(startSeconds + titleSeconds);
    for (const index of own) {
      const element = elements[index];
      const line = element && lineOf(element, speakerNameOf(elements, index), soundSeconds);
      if (!line) continue;
      const { durationSeconds, ...rest } = line;
      const start = timeline.place({
        durationSeconds,
        overlapSeconds: element.audioOverlapSeconds,
      });
      lines.push({ ...rest, startSeconds: start, endSeconds: start + durationSeconds });
    }
    waitUntil(startSeconds + shortestShotSeconds);
    const { id: sceneId, heading, imageUrl, videoUrl } = scene;
    const number = sceneNumbers.get(sceneId);
    const seen = { imageUrl, videoUrl };
    shots.push({ sceneId, number, heading, ...seen, startSeconds, endSeconds: timeline.nextSeconds });
  }
  // The last sound may go on over a line that overlaps it.
  const seconds = Math.max(timeline.nextSeconds, timeline.endSeconds);
  const last = shots.at(-1);
  if (last) last.endSeconds = seconds;
  return { shots, lines, seconds };
}

/** Places of the elements that stand in a scene. */
function elementsOf({ id }: Scene, elements: readonly Element[]): number[] {
  return elements.flatMap(({ sceneId }, index) => (sceneId === id ? [index] : []));
}

function lineOf(element: Element, speaker: string | null, soundSeconds: ReadonlyMap<string, number>) {
  const {
    id: elementId,
    elementType,
    content,
    audioVolume: volume,
    audioOverlapSeconds: overlapSeconds,
  } = element;
  const text = plainText(content).replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  if (isDialogueType(elementType)) {
    const { dialogueAudioUrl: soundUrl } = element;
    const durationSeconds = secondsOf(soundUrl, soundSeconds) ?? spokenSeconds(text);
    return { elementId, isSpoken: true, speaker, text, soundUrl, volume, overlapSeconds, durationSeconds };
  }
  if (!isActionType(elementType)) return null;
  const { soundEffectUrl: soundUrl } = element;
  const seen = Math.min(maxActionSeconds, spokenSeconds(text) * actionShare);
  const durationSeconds = Math.max(seen, secondsOf(soundUrl, soundSeconds) ?? 0);
  const seenLine = { elementId, isSpoken: false, speaker: null, text };
  return { ...seenLine, soundUrl, volume, overlapSeconds, durationSeconds };
}

function secondsOf(soundUrl: string | null, soundSeconds: ReadonlyMap<string, number>): number | null {
  return soundUrl === null ? null : (soundSeconds.get(soundUrl) ?? null);
}

/** Whether more than a title card is seen of it. */
export function hasPicture({ imageUrl, videoUrl }: AnimaticShot): boolean {
  return imageUrl !== null || videoUrl !== null;
}

/** Return the shot at a time; the last one after the end. Null without scenes. */
export function shotAt({ shots }: Animatic, second: number): AnimaticShot | null {
  return shots.findLast(({ startSeconds }) => startSeconds <= second) ?? shots[0] ?? null;
}

/** The line that is heard, or shown, at a time; of two that overlap the one that began last. */
export function lineAtSecond({ lines }: Animatic, second: number): AnimaticLine | null {
  return (
    lines.findLast(({ startSeconds, endSeconds }) => startSeconds <= second && second < endSeconds) ?? null
  );
}
