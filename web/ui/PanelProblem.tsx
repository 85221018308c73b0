import styles from './PanelProblem.module.css';

/** Show an error across the width of a panel, and announce it. */
export function PanelProblem({ text }: { text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
