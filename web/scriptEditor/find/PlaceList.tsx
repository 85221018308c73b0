import { useState } from 'react';
import type { Match } from '#screenplay/find.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import styles from './ReplaceAllDialog.module.css';
import { excerptOf, type Replacement, type SearchableElement } from './replacing.ts';

interface PlaceListProps {
  elements: ReadonlyMap<number, SearchableElement>;
  matches: readonly Match[];
  replacement: Replacement;
  /** Keys of the matches that are not ticked. */
  leftOut: ReadonlySet<string>;
  onToggle: (match: Match) => void;
}

export const placeKey = ({ elementId, start }: Match) => `${elementId}:${start}`;

const rowPx = 56;
const maxPx = 392;
/** Rows rendered beyond the viewport, so that Tab finds the next one. */
const beyond = 6;

/** List of thousands of matches; those near the viewport are rendered. */
export function PlaceList({ elements, matches, replacement, leftOut, onToggle }: PlaceListProps) {
  const [scrollPx, setScrollPx] = useState(0);
  const heightPx = Math.min(maxPx, matches.length * rowPx);
  const first = Math.max(0, Math.floor(scrollPx / rowPx) - beyond);
  const shown = matches.slice(first, Math.ceil((scrollPx + maxPx) / rowPx) + beyond);
  return (
    <div
      className={styles.places}
      style={{ height: heightPx }}
      onScroll={(event) => setScrollPx(event.currentTarget.scrollTop)}
    >
      <ul style={{ height: matches.length * rowPx, paddingTop: first * rowPx }}>
        {shown.map((match, index) => {
          const element = elements.get(match.elementId);
          if (!element) return null;
          const { before, found, inserted, after } = excerptOf(element, match, replacement);
          const isTicked = !leftOut.has(placeKey(match));
          return (
            <li
              key={placeKey(match)}
              className={styles.place}
              style={{ height: rowPx }}
              aria-setsize={matches.length}
              aria-posinset={first + index + 1}
            >
              <label className={isTicked ? undefined : styles.unticked}>
                <Checkbox checked={isTicked} onChange={() => onToggle(match)} />
                <span className={styles.texts}>
                  <span className={styles.text}>
                    <Around text={before} isLead />
                    <del>{found}</del>
                    <Around text={after} />
                  </span>
                  <span className={styles.text}>
                    <span className={styles.arrow} aria-hidden="true">
                      →
                    </span>
                    <Around text={before} isLead />
                    <ins>{inserted}</ins>
                    <Around text={after} />
                  </span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Text around a match, truncated at its far end. */
function Around({ text, isLead = false }: { text: string; isLead?: boolean }) {
  if (!isLead) return <span className={styles.tail}>{text}</span>;
  return (
    <span className={styles.lead}>
      <span>{text}</span>
    </span>
  );
}
