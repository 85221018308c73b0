import { hrefOf } from '#web/lib/basePath.ts';

/**
 * Audio elements that a press has unlocked. Safari plays only such elements without a press, and a
 * script plays long after it; so a few are created at the press and reused.
 */
const spare: HTMLAudioElement[] = [];
/** Number of sounds that play at once, plus those being prepared. */
const spareCount = 6;

/** Unlock the spare elements. Call it in the handler of a press that leads to playback. */
export function unlockAudioElements(): void {
  while (spare.length < spareCount) spare.push(new Audio());
  for (const audio of spare) audio.load();
}

export function acquireAudioElement(url: string): HTMLAudioElement {
  const audio = spare.pop() ?? new Audio();
  audio.src = hrefOf(url);
  return audio;
}

/** Return an element to the pool after playback. */
export function releaseAudioElement(audio: HTMLAudioElement): void {
  audio.removeAttribute('src');
  if (spare.length < spareCount) spare.push(audio);
}
