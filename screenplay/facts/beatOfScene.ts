import { hasMarks, plainText } from '../emphasis.ts';
import { parseHeading } from '../heading.ts';
import { sentencesOf } from '../language/sentences.ts';

/** Data of a scene from which a beat is created. */
interface BeatSource {
  heading: string;
  notes: string | null;
  /** First action with emphasis marks; "" if there is none. */
  firstAction: string;
}

const maxDescription = 400;

/**
 * Create the texts of a beat from a scene. The title is location and time; the description is the
 * notes or the first sentence of action.
 */
export function beatOfScene({ heading, notes, firstAction }: BeatSource): {
  title: string;
  description: string;
} {
  const { location, timeOfDay } = parseHeading(heading);
  const parts = [toTitle(location), timeOfDay.toLowerCase()].filter((part) => part !== '');
  const action = hasMarks(firstAction) ? plainText(firstAction) : firstAction;
  const description = notes?.trim() || (sentencesOf(action)[0]?.text ?? '').trim();
  return {
    title: (parts.join(', ') || heading).slice(0, 300),
    description:
      description.length > maxDescription
        ? `${description.slice(0, maxDescription).trimEnd()}…`
        : description,
  };
}

/** "CAR DECK" → "Car Deck". Text that is not all capitals keeps its spelling. */
function toTitle(place: string): string {
  if (place !== place.toUpperCase()) return place;
  return place.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
