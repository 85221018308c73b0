import styles from './SceneManagerList.module.css';

/** Show the column heads of the list; screen readers read them with each scene. */
export function SceneColumns() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <span>No.</span>
      <span>Image</span>
      <span>Heading</span>
      <span />
      <span>Notes</span>
      <span>Cast</span>
      <span>Page</span>
      <span>Eighths</span>
      <span>Time</span>
      <span>Words</span>
    </div>
  );
}
