import type { CSSProperties } from 'react';
import { isUpperCased } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { type OthersWords, others, othersWords } from '#web/lib/others.ts';
import { useStore } from '#web/lib/store.ts';
import { personColour } from '#web/ui/Avatar.tsx';
import { useDesk } from '../desk/scriptDesk.ts';
import { lineOnPage, xOf } from '../selection/places.ts';
import { linesOnDesk } from '../sheet/book.ts';
import { bodyLeftPx, columnOf } from '../sheet/lines.ts';
import styles from './PeopleOnPage.module.css';

/**
 * Where the others are writing, each in a colour of their own: a bar with the name beside the element, the caret in their
 * words, and a line that is not stored yet below the element that it will follow.
 */
export function PeopleOnPage() {
  const people = useStore(others);
  const words = useStore(othersWords);
  if (people.every(({ elementId }) => elementId === null) && words.length === 0) return null;
  return people.map(({ id, userId, name, elementId }) => {
    const written = words.find(({ from }) => from === id);
    const colour = { '--person': `var(--person-${personColour(userId)})` } as CSSProperties;
    return (
      <div key={id} style={colour}>
        {elementId !== null && <Mark name={name} elementId={elementId} />}
        {written && written.elementId !== null && <Caret words={written} elementId={written.elementId} />}
        {written && written.elementId === null && <NewLine words={written} name={name} />}
      </div>
    );
  });
}

function Mark({ name, elementId }: { name: string; elementId: number }) {
  const { pages } = useDesk();
  const rows = useStore(pages.rows);
  const book = useStore(pages.book);
  const { measures, pagination } = book;
  const { sheetLeftPx, linePx, isPhone } = measures;
  const lines = linesOnDesk(
    book,
    rows.findIndex(({ id }) => id === elementId),
  );
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return null;
  const place = {
    top: first.topPx,
    height: last.topPx + linePx - first.topPx,
    left: sheetLeftPx + bodyLeftPx(pagination.format, measures) - 8,
  };
  return (
    <div className={styles.mark} style={place} data-person={name}>
      {/* A phone's margin has no room for it. */}
      <span className={isPhone ? `${styles.name} ${styles.inside}` : styles.name}>{name}</span>
    </div>
  );
}

function Caret({ words, elementId }: { words: OthersWords; elementId: number }) {
  const { pages } = useDesk();
  const rows = useStore(pages.rows);
  const book = useStore(pages.book);
  if (words.caret === null) return null;
  const line = lineOnPage(book, rows, { id: elementId, offset: words.caret });
  if (!line) return null;
  const left = book.measures.sheetLeftPx + xOf(book, line, words.caret);
  return (
    <i
      className={styles.caret}
      style={{ left, top: line.topPx, height: book.measures.linePx }}
      data-caret={words.from}
    />
  );
}

/** Over the page, which it becomes part of when it is stored; nobody has it read to them letter by letter. */
function NewLine({ words, name }: { words: OthersWords; name: string }) {
  const { pages } = useDesk();
  const rows = useStore(pages.rows);
  const book = useStore(pages.book);
  const { measures, pagination } = book;
  const { afterId, elementType, text } = words;
  const before = afterId === null ? 0 : rows.findIndex(({ id }) => id === afterId);
  const lines = linesOnDesk(book, before);
  const line = afterId === null ? lines[0] : lines.at(-1);
  if (!line) return null;
  const element = { elementType, content: text, dual: null, originalType: null, extras: null };
  const { leftPx, rightPx } = columnOf(boxOf(element, pagination.format), measures);
  const shown = plainText(text);
  return (
    <div
      className={styles.newLine}
      style={{
        top: afterId === null ? line.topPx : line.topPx + measures.linePx,
        left: measures.sheetLeftPx + leftPx,
        width: rightPx - leftPx,
      }}
      aria-hidden
      data-new-line={name}
    >
      <span className={styles.name}>{name}</span>
      {isUpperCased(elementType) ? shown.toUpperCase() : shown}
    </div>
  );
}
