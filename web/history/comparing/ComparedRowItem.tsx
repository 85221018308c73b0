import type { ReactNode } from 'react';
import type { ComparedRow, Comparison } from '#screenplay/comparing/compareDrafts.ts';
import { wholeRuns } from '#screenplay/comparing/compareStyled.ts';
import type { DraftElement } from '#screenplay/comparing/draft.ts';
import { movedFromText, movedToText, type PageStarts } from '#screenplay/comparing/rowLabels.ts';
import { styledTextOf } from '#screenplay/layout/text.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ComparedRows.module.css';
import { ComparedText } from './ComparedText.tsx';

/** How both drafts are shown. */
export type ComparedView = 'sides' | 'marked';

interface RowProps {
  comparison: Comparison;
  index: number;
  view: ComparedView;
  starts: PageStarts | undefined;
  isCurrent: boolean;
  /** Go to the other position of a moved passage. */
  onGo: (row: number) => void;
}

/** The sign next to a row, so that colour is not the only cue. */
const signs = {
  same: { sign: '', says: '' },
  changed: { sign: '~', says: 'Changed' },
  added: { sign: '+', says: 'Added' },
  removed: { sign: '−', says: 'Removed' },
  moved: { sign: '↕', says: 'Moved' },
} as const;

/** Row of a comparison. It can be focused by script, so that a screen reader announces it. */
function Row({ comparison, index, view, starts, isCurrent, onGo }: RowProps) {
  const row = comparison.rows[index];
  if (!row) return null;
  const { sign, says } = signs[row.type];
  const before = view === 'sides' ? <BeforeCell {...{ comparison, row, index, starts, onGo }} /> : null;
  return (
    <li
      className={styles.row}
      data-kind={row.type}
      data-view={view}
      data-row={index}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
    >
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      {says && <VisuallyHidden>{says}: </VisuallyHidden>}
      {before}
      {view === 'sides' ? (
        <AfterCell {...{ comparison, row, index, starts, onGo }} />
      ) : (
        <MarkedCell {...{ comparison, row, index, starts, onGo }} />
      )}
    </li>
  );
}

export const ComparedRowItem = memoWithStableHandlers(Row);

interface CellProps extends Omit<RowProps, 'view' | 'isCurrent'> {
  row: ComparedRow;
}

function BeforeCell({ comparison, row, index, starts, onGo }: CellProps) {
  const { before, type, runs, facts } = row;
  return (
    <div className={styles.cell}>
      {before && (
        <>
          <Labels page={starts?.before} scene={comparison.before.labels.scenes[row.beforeIndex]} />
          {isStart(comparison, row, index) && <PassageButton {...{ comparison, row, onGo }} />}
          <Facts texts={facts.map((fact) => fact.before)} />
          <Text element={before}>
            <ComparedText
              isEachAnnounced={type === 'changed'}
              runs={
                type === 'changed' && runs
                  ? runs
                      .filter((run) => run.type !== 'added')
                      .map((run) =>
                        run.type === 'restyled'
                          ? { ...run, type: 'same', look: run.lookBefore ?? run.look }
                          : run,
                      )
                  : wholeRuns(styledTextOf(before), type === 'removed' ? 'removed' : 'same')
              }
            />
          </Text>
        </>
      )}
    </div>
  );
}

function AfterCell({ comparison, row, index, starts, onGo }: CellProps) {
  const { after, type, runs, facts } = row;
  return (
    <div className={styles.cell}>
      {after && (
        <>
          <Labels page={starts?.after} scene={comparison.after.labels.scenes[row.afterIndex]} />
          {isStart(comparison, row, index) && <PassageButton {...{ comparison, row, onGo }} />}
          <Facts texts={facts.map((fact) => fact.after)} />
          <Text element={after}>
            <ComparedText
              isEachAnnounced={type !== 'added'}
              runs={
                runs?.filter((run) => run.type !== 'removed') ??
                wholeRuns(styledTextOf(after), type === 'added' ? 'added' : 'same')
              }
            />
          </Text>
        </>
      )}
    </div>
  );
}

/** Both texts of a row in one. A passage that was moved away is one line. */
function MarkedCell({ comparison, row, index, starts, onGo }: CellProps) {
  const { before, after, type, runs, facts } = row;
  const element = after ?? before;
  if (!element) return null;
  const { labels } = after ? comparison.after : comparison.before;
  const scene = labels.scenes[after ? row.afterIndex : row.beforeIndex];
  const isAway = type === 'moved' && !after;
  return (
    <div className={styles.cell}>
      <Labels page={starts?.after} earlierPage={starts?.before} scene={scene} />
      {isStart(comparison, row, index) && <PassageButton {...{ comparison, row, onGo }} />}
      <Facts texts={facts.map((fact) => `${fact.before} → ${fact.after}`)} />
      <Text element={element}>
        {isAway ? (
          <span className={styles.away}>{styledTextOf(element).text}</span>
        ) : (
          <ComparedText
            isEachAnnounced={type === 'changed' || type === 'moved'}
            runs={
              runs ?? wholeRuns(styledTextOf(element), type === 'added' || type === 'removed' ? type : 'same')
            }
          />
        )}
      </Text>
    </div>
  );
}

function isStart({ passages }: Comparison, { passage, after }: ComparedRow, index: number): boolean {
  const moved = passages[passage];
  return moved !== undefined && (after ? moved.toRow : moved.fromRow) === index;
}

interface PassageButtonProps extends Pick<RowProps, 'comparison' | 'onGo'> {
  row: ComparedRow;
}

/** Say where a moved passage was or is, and go there. */
function PassageButton({ comparison, row: { passage, after }, onGo }: PassageButtonProps) {
  const moved = comparison.passages[passage];
  if (!moved) return null;
  return (
    <button
      type="button"
      className={styles.passage}
      onClick={() => onGo(after ? moved.fromRow : moved.toRow)}
    >
      {after ? movedFromText(comparison, passage) : movedToText(comparison, passage)}
    </button>
  );
}

interface LabelsProps {
  page: string | null | undefined;
  earlierPage?: string | null | undefined;
  scene: string | undefined;
}

/** Show the page that begins here, and the number of the scene. */
function Labels({ page, earlierPage, scene }: LabelsProps) {
  const earlier = earlierPage && earlierPage !== page ? `before: page ${earlierPage}` : null;
  const pageText = [page && `Page ${page}`, earlier].filter(Boolean).join(', ');
  if (!pageText && !scene) return null;
  return (
    <p className={styles.labels}>
      {scene && <span>Scene {scene}</span>}
      {pageText && <span>{pageText}</span>}
    </p>
  );
}

function Facts({ texts }: { texts: readonly string[] }) {
  return texts.length > 0 ? <p className={styles.facts}>{texts.join(', ')}</p> : null;
}

function Text({ element, children }: { element: DraftElement; children: ReactNode }) {
  return (
    <div className={styles.text} data-type={element.elementType}>
      <p dir="auto">{children}</p>
    </div>
  );
}
