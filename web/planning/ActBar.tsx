import type { Act } from '#shared/contract/acts.ts';
import styles from './ActBar.module.css';
import { actCardId } from './ActCard.tsx';
import { pagesOf } from './board.ts';
import { usePlanInScript } from './realPages.ts';

/**
 * Show the acts side by side, each as wide as its share of the pages; a press scrolls to the act's
 * card.
 */
export function ActBar({ acts }: { acts: readonly Act[] }) {
  const real = usePlanInScript().acts;
  const pages = (act: Act) => real.get(act.number) ?? act;
  return (
    <nav className={styles.bar} aria-label="Acts">
      <ol className={styles.acts}>
        {acts.map((act) => (
          <li
            key={act.id}
            className={styles.act}
            data-theme={act.colorTheme}
            style={{ flexGrow: pagesOf(pages(act)) }}
          >
            <button type="button" className={styles.go} title={act.title} onClick={() => show(act)}>
              <span className={styles.title} dir="auto">
                {act.title}
              </span>{' '}
              <span className={styles.page}>p. {real.get(act.number)?.startLabel ?? act.startPage}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Scroll to the act's card and focus it. */
function show({ id }: Act): void {
  const card = document.getElementById(actCardId(id));
  card?.focus({ preventScroll: true });
  card?.scrollIntoView?.({ block: 'start' });
}
