import type { CSSProperties } from 'react';
import { plainText } from '#screenplay/emphasis.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { caretAfter } from '#screenplay/textAlignment.ts';
import { shownText } from '#screenplay/typedLetters.ts';
import { useStore } from '#web/lib/store.ts';
import { otherPresences, type RemoteDraft, remoteDrafts } from '#web/presence/collaborators.ts';
import { personColour } from '#web/ui/Avatar.tsx';
import type { VerticalRange } from '../pages/hover.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { lineOnPage, xOf } from '../selection/places.ts';
import { bodyLeftPx, columnOf } from '../sheet/lines.ts';
import { linePositions } from '../sheet/sheetLayout.ts';
import styles from './PeopleOnPage.module.css';

/**
 * Positions of collaborators, each in their colour: a bar with the name beside the element, the
 * caret in their text, and an unsaved new line below the element that it follows.
 */
export function PeopleOnPage() {
  const people = useStore(otherPresences);
  const words = useStore(remoteDrafts);
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
  const { pages, marginTools } = useScriptEditor();
  const rows = useStore(pages.rows);
  const book = useStore(pages.book);
  const tools = useStore(marginTools);
  const { measures, pagination } = book;
  const { sheetLeftPx, linePx, isPhone } = measures;
  const lines = linePositions(
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
      <span
        className={isPhone ? `${styles.name} ${styles.inside}` : styles.name}
        style={{ translate: `0 ${isPhone ? 0 : labelShiftPx(first.topPx, tools)}px` }}
      >
        {name}
      </span>
    </div>
  );
}

const labelPx = 16;
/** Gap between a label and the tools. */
const gapPx = 1;

/**
 * Return how far down the label above a mark has to move, so that no tools in the margin cover it;
 * negative for up, which is chosen if it is nearer.
 */
export function labelShiftPx(markTopPx: number, tools: VerticalRange | null): number {
  if (!tools || markTopPx <= tools.topPx || markTopPx - labelPx >= tools.bottomPx) return 0;
  const upPx = markTopPx - tools.topPx + gapPx;
  const downPx = tools.bottomPx - (markTopPx - labelPx) + gapPx;
  return upPx <= downPx ? -upPx : downPx;
}

function Caret({ words, elementId }: { words: RemoteDraft; elementId: number }) {
  const { pages } = useScriptEditor();
  const rows = useStore(pages.rows);
  const book = useStore(pages.book);
  const element = rows.find(({ id }) => id === elementId);
  if (words.caret === null || !element) return null;
  const offset = caretIn(plainText(element.content), plainText(words.text), words.caret);
  const line = lineOnPage(book, rows, { id: elementId, offset });
  if (!line) return null;
  const left = book.measures.sheetLeftPx + xOf(book, line, offset);
  return (
    <i
      className={styles.caret}
      style={{ left, top: line.topPx, height: book.measures.linePx }}
      data-caret={words.from}
    />
  );
}

/**
 * Return the offset of a caret in the shown text. Until the collaborator has that text, the caret
 * is an offset in an earlier one.
 */
function caretIn(shown: string, before: string, caret: number): number {
  // Capitals may be a style.
  return shown.toUpperCase() === before.toUpperCase() ? caret : caretAfter(before, shown, caret);
}

/** New line of a collaborator over the page. Screen readers skip it until it is stored. */
function NewLine({ words, name }: { words: RemoteDraft; name: string }) {
  const { pages } = useScriptEditor();
  const rows = useStore(pages.rows);
  const book = useStore(pages.book);
  const { measures, pagination } = book;
  const { afterId, elementType, text } = words;
  const before = afterId === null ? 0 : rows.findIndex(({ id }) => id === afterId);
  const lines = linePositions(book, before);
  const line = afterId === null ? lines[0] : lines.at(-1);
  if (!line) return null;
  const { content } = shownText(elementType, text);
  const element = { elementType, content, dual: null, originalType: null, extras: null };
  const { leftPx, rightPx } = columnOf(boxOf(element, pagination.format), measures);
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
      {plainText(content)}
    </div>
  );
}
