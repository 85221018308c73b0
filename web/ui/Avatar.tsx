import { hrefOf } from '#web/lib/basePath.ts';
import styles from './Avatar.module.css';

interface Person {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

/**
 * Show a photo, or initials on a colour that is stable for a user. The name is shown next to it.
 */
export function Avatar({ person, size }: { person: Person; size: number }) {
  const box = { width: size, height: size };
  if (person.profileImageUrl) {
    return <img className={styles.face} src={hrefOf(person.profileImageUrl)} alt="" style={box} />;
  }
  return (
    <span
      className={styles.face}
      style={{
        ...box,
        background: `var(--person-${personColour(person.id)})`,
        fontSize: Math.round(size * 0.4),
      }}
      aria-hidden="true"
    >
      {initialsOf(person)}
    </span>
  );
}

/** Return initials: "OL" for Olive Lind and for olive@example.org. */
export function initialsOf({ firstName, lastName, email }: Omit<Person, 'id' | 'profileImageUrl'>): string {
  const names = [firstName, lastName].map((name) => name?.trim() ?? '').filter(Boolean);
  const letters =
    names.length > 1 ? names.map((name) => firstLetters(name, 1)) : [firstLetters(names[0] ?? email, 2)];
  return letters.join('').toUpperCase();
}

function firstLetters(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}

/** Return the number of a user's colour, 1 to 6 (tokens.css); it is the same everywhere. */
export function personColour(personId: string): number {
  let sum = 0;
  for (const letter of personId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (sum % 6) + 1;
}
