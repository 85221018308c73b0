/**
 * Players of sound that a press has touched. Browsers of Apple let a page play only by those, and a script is heard long
 * after the press; so a few are made at the press, and used again and again.
 */
const spare: HTMLAudioElement[] = [];
/** As many as sound at once, and are made ready meanwhile. */
const spareCount = 6;

/** To be called in a press that leads to something being heard. */
export function unlockAudioElements(): void {
  while (spare.length < spareCount) spare.push(new Audio());
  for (const audio of spare) audio.load();
}

export function acquireAudioElement(url: string): HTMLAudioElement {
  const audio = spare.pop() ?? new Audio();
  audio.src = url;
  return audio;
}

/** It is played no more. */
export function releaseAudioElement(audio: HTMLAudioElement): void {
  audio.removeAttribute('src');
  if (spare.length < spareCount) spare.push(audio);
}
