import type { Presence } from '#shared/contract/live.ts';
import { useStore } from '#web/lib/store.ts';
import { followedUserId, otherPresences } from '#web/presence/collaborators.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './PresenceAvatars.module.css';

interface PeopleHereProps {
  /** Return a view's label by its name in addresses. */
  labelOf: (view: string) => string | undefined;
  /** Maximum number of shown users; the rest is counted. */
  max: number;
}

/**
 * Show other users of the open project and their places, each with a follow button; empty when
 * there are none.
 */
export function PresenceAvatars({ labelOf, max }: PeopleHereProps) {
  const people = onePerPerson(useStore(otherPresences));
  const leader = useStore(followedUserId);
  if (people.length === 0) return null;
  const rest = people.slice(max);
  return (
    <ul className={styles.people} aria-label="Here now">
      {people.slice(0, max).map((person) => (
        <li key={person.userId}>
          <Tooltip
            text={`${whereIs(person, labelOf)}. ${person.userId === leader ? 'Stop following' : 'Follow'}`}
            side="bottom"
          >
            <button
              type="button"
              className={styles.person}
              aria-pressed={person.userId === leader}
              onClick={() => followedUserId.set(person.userId === leader ? null : person.userId)}
            >
              <Avatar person={faceOf(person)} size={24} />
              <VisuallyHidden>Follow {whereIs(person, labelOf)}</VisuallyHidden>
            </button>
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

/** Return one presence per user: the tab that was opened last. */
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
