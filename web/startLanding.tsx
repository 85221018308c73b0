import { renderPage } from './drawn.tsx';
import { Landing } from './landing/Landing.tsx';

/** A visitor's first page asks the server for nothing, and does without what asks. */
export function startLanding(): void {
  renderPage(<Landing />);
}
