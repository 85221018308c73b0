import { useEffect, useMemo, useState } from 'react';
import { changeGroupsOf } from '#screenplay/comparing/changeGroups.ts';
import type { Comparison } from '#screenplay/comparing/compareDrafts.ts';
import { useIsPhone } from '#web/lib/media.ts';
import styles from './CompareDialog.module.css';
import type { ComparedView } from './ComparedRowItem.tsx';
import { ComparedRows } from './ComparedRows.tsx';
import { ComparedText } from './ComparedText.tsx';
import { ComparisonTools } from './ComparisonTools.tsx';

/** Show a comparison with its tools. Alt with an arrow key goes to the next or previous change. */
export function ShownComparison({ comparison }: { comparison: Comparison }) {
  const isPhone = useIsPhone();
  const [chosenView, setView] = useState<ComparedView>('sides');
  const [isFolded, setFolded] = useState(true);
  const [focused, setFocused] = useState<{ row: number } | null>(null);
  const groups = useMemo(() => changeGroupsOf(comparison), [comparison]);
  const current = focused === null ? 0 : groups.filter(({ from }) => from <= focused.row).length;
  const view = isPhone ? 'marked' : chosenView;
  const step = (by: 1 | -1) => {
    const group = groups[current - 1 + by];
    if (group) setFocused({ row: group.from });
  };
  useStepKeys(step);
  return (
    <>
      <ComparisonTools
        {...{ comparison, view, isFolded, current }}
        total={groups.length}
        onView={setView}
        onFolded={setFolded}
        onStep={step}
      />
      {comparison.titlePage.length > 0 && <TitlePageChanges comparison={comparison} />}
      {comparison.rows.length === 0 ? (
        <p className={styles.empty}>Both drafts are empty.</p>
      ) : (
        <ComparedRows {...{ comparison, view, isFolded, focused }} onGo={(row) => setFocused({ row })} />
      )}
    </>
  );
}

/** Handle the keys in the whole dialog, except in lists, which open with the same keys. */
function useStepKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
      if (!isStep || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

/** List the fields of the title page that differ. */
function TitlePageChanges({ comparison }: { comparison: Comparison }) {
  return (
    <section className={styles.titlePage} aria-label="Title page">
      <h3>Title page</h3>
      <dl>
        {comparison.titlePage.map(({ name, runs }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <ComparedText runs={runs} isEachAnnounced />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
