import type { Page } from '@playwright/test';

/* What a page plays: its sounds are no part of the document, so it is made to tell of them. */

/** To be run in the page before anything else. */
export function collectSounds(): void {
  const sounds: HTMLMediaElement[] = [];
  Object.assign(window, { sounds });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    sounds.push(this);
    return play.call(this);
  };
}

/** What the page plays now: how far each sound is, in seconds. */
export function positions(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    (window as unknown as { sounds: HTMLMediaElement[] }).sounds
      .filter(({ paused, ended }) => !paused && !ended)
      .map(({ currentTime }) => currentTime),
  );
}
