import { draw } from '#web/drawn.tsx';
import { Landing } from './Landing.tsx';

/** A visitor's first page asks the server for nothing, and does without what asks. */
export function startLanding(): void {
  draw(<Landing />);
}
