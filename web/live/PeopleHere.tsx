import type { Presence } from '#shared/contract/live.ts';
import { others } from '#web/lib/others.ts';
import { useStore } from '#web/lib/store.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import styles from './PeopleHere.module.css';

interface PeopleHereProps {
  /** In words, by the name that views have in addresses. */
  labelOf: (view: string) => string | undefined;
  /** The others are counted. */
  max: number;
}

/** Who else has the project open, and where in it they are; nothing while one is alone. */
export function PeopleHere({ labelOf, max }: PeopleHereProps) {
  const people = onePerPerson(useStore(others));
  if (people.length === 0) return null;
  const rest = people.slice(max);
  return (
    <ul className={styles.people} aria-label="Here now">
      {people.slice(0, max).map((person) => (
        <li key={person.userId}>
          <Tooltip text={whereIs(person, labelOf)} side="bottom">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse reads the name and the view by it */}
            <span className={styles.person} role="img" aria-label={whereIs(person, labelOf)} tabIndex={0}>
              <Avatar person={faceOf(person)} size={24} />
            </span>
          </Tooltip>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={styles.rest} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </li>
      )}
    </ul>
  );
}

/** The window that somebody has last come with stands for them. */
function onePerPerson(people: readonly Presence[]): Presence[] {
  return [...new Map(people.map((person) => [person.userId, person])).values()];
}

function whereIs({ name, view }: Presence, labelOf: PeopleHereProps['labelOf']): string {
  const label = view === null ? undefined : labelOf(view);
  return label === undefined ? name : `${name}: ${label}`;
}

function faceOf({ userId, name, profileImageUrl }: Presence) {
  const [firstName = '', ...others] = name.split(' ');
  return { id: userId, email: name, firstName, lastName: others.join(' ') || null, profileImageUrl };
}
