import { hasMarks, plainText } from '../emphasis.ts';
import { parseHeading } from '../heading.ts';
import { sentencesOf } from '../language/sentences.ts';

/** What a scene says of itself. */
interface ToldScene {
  heading: string;
  notes: string | null;
  /** Of its first action with marks of emphasis; "" where it has none. */
  firstAction: string;
}

const maxDescription = 400;

/** What a beat says that is made of a scene: its place and time as a title, its notes or its first sentence below. */
export function beatOfScene({ heading, notes, firstAction }: ToldScene): {
  title: string;
  description: string;
} {
  const { location, timeOfDay } = parseHeading(heading);
  const parts = [titled(location), timeOfDay.toLowerCase()].filter((part) => part !== '');
  const action = hasMarks(firstAction) ? plainText(firstAction) : firstAction;
  const own = notes?.trim() || (sentencesOf(action)[0]?.text ?? '').trim();
  return {
    title: (parts.join(', ') || heading).slice(0, 300),
    description: own.length > maxDescription ? `${own.slice(0, maxDescription).trimEnd()}…` : own,
  };
}

/** "CAR DECK" → "Car Deck"; what is not all in capitals is somebody's own spelling. */
function titled(place: string): string {
  if (place !== place.toUpperCase()) return place;
  return place.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
