import { animateLanding } from './landing/enliven.ts';
import { watchTheme } from './lib/theme.ts';

/**
 * Start a visitor's first page, which is prerendered and sends no request (scripts/landingPage.ts).
 */
export function startLanding(): void {
  const page = document.querySelector<HTMLElement>('[data-landing]');
  if (!page) throw new Error('The page has no landing page in it');
  watchTheme();
  animateLanding(page);
}
