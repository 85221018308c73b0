import { isOffline } from '#web/lib/connection.ts';
import { useStore } from '#web/lib/store.ts';
import styles from './PanelOffline.module.css';

/** Notice above a panel that requires the server. */
export function PanelOffline({ text }: { text: string }) {
  return useStore(isOffline) ? (
    <p className={styles.offline} role="status">
      {text}
    </p>
  ) : null;
}
