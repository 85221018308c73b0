import { isOffline } from '#web/lib/connection.ts';
import { useStore } from '#web/lib/store.ts';
import styles from './PanelOffline.module.css';

/** Above what a panel still shows: what it needs the server for. */
export function PanelOffline({ text }: { text: string }) {
  return useStore(isOffline) ? (
    <p className={styles.offline} role="status">
      {text}
    </p>
  ) : null;
}
