import type { CSSProperties } from 'react';
import { others } from '#web/lib/others.ts';
import { useStore } from '#web/lib/store.ts';
import { personColour } from '#web/ui/Avatar.tsx';
import { useDesk } from '../desk/scriptDesk.ts';
import { linesOnDesk } from '../sheet/book.ts';
import styles from './PeopleOnPage.module.css';

/** Bars beside the elements in which others are writing, each with a name and in the colour of that person. */
export function PeopleOnPage() {
  const people = useStore(others);
  return people.some(({ elementId }) => elementId !== null) ? <Marks /> : null;
}

function Marks() {
  const { pages } = useDesk();
  const people = useStore(others);
  const rows = useStore(pages.rows);
  const book = useStore(pages.book);
  const { sheetLeftPx, inchPx, linePx } = book.measures;
  return people.map(({ id, userId, name, elementId }) => {
    const index = elementId === null ? -1 : rows.findIndex((row) => row.id === elementId);
    const lines = index < 0 ? [] : linesOnDesk(book, index);
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last) return null;
    const place = {
      top: first.topPx,
      height: last.topPx + linePx - first.topPx,
      left: sheetLeftPx + textInches * inchPx - 8,
      '--person': `var(--person-${personColour(userId)})`,
    } as CSSProperties;
    return (
      <div key={id} className={styles.mark} style={place} data-person={name}>
        <span className={styles.name}>{name}</span>
      </div>
    );
  });
}

/** Where the text of a page begins. */
const textInches = 1.5;
