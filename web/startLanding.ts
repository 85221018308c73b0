import { animateLanding } from './landing/enliven.ts';
import { watchTheme } from './lib/theme.ts';

/** A visitor's first page asks the server for nothing: it is there already (scripts/landingPage.ts). */
export function startLanding(): void {
  const page = document.querySelector<HTMLElement>('[data-landing]');
  if (!page) throw new Error('The page has no landing page in it');
  watchTheme();
  animateLanding(page);
}
