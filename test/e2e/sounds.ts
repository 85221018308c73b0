import type { Page } from '@playwright/test';

/* Sounds are not part of the document, so the page collects the sounds that it plays. */

/** Collect sounds. Run this in the page before any other script. */
export function collectSounds(): void {
  const sounds: HTMLMediaElement[] = [];
  Object.assign(window, { sounds });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    sounds.push(this);
    return play.call(this);
  };
}

/** Return the positions of all playing sounds, in seconds. */
export function positions(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    (window as unknown as { sounds: HTMLMediaElement[] }).sounds
      .filter(({ paused, ended }) => !paused && !ended)
      .map(({ currentTime }) => currentTime),
  );
}
