import styles from './PanelProblem.module.css';

/** What did not work, across the width of a panel; read out when it comes. */
export function PanelProblem({ text }: { text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
