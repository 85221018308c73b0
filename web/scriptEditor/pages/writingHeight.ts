/** The height of the active line, as a share of the editor's height. */
const heightShare = 0.45;

/** Scroll a range of the editor to the height of typewriter scrolling. */
export function scrollToTypewriterHeight(desk: HTMLElement, topPx: number, endPx: number): void {
  desk.scrollTop = (topPx + endPx) / 2 - desk.clientHeight * heightShare;
}

/** Return the space above the first sheet that lets its first lines reach that height. */
export function roomAboveFor(isTypewriter: boolean, heightPx: number): number {
  return isTypewriter ? Math.round(heightPx * heightShare) : 0;
}
