import { useEffect, useState } from 'react';
import { writeEmphasis } from '#screenplay/emphasis.ts';
import { deleteScriptCopy } from '#web/offlineCopy/copies.ts';
import { UnsentTextActions } from '#web/script/problems/UnsentTextActions.tsx';
import { clearTabStorage, readAllTabStorage } from '#web/scriptSync/tabStorage.ts';
import { type UnsentElement, unsentElements } from '#web/scriptSync/unsentText.ts';
import { useUser } from '#web/session/auth.ts';
import styles from './LeftUnsentText.module.css';

/**
 * Show this user's unsent text of the project, which is stored nowhere else. The offline copy is
 * deleted, because the user may no longer read it.
 */
export function LeftUnsentText({ projectId }: { projectId: number }) {
  const userId = useUser()?.id;
  const [elements, setElements] = useState<UnsentElement[]>([]);
  useEffect(() => {
    if (userId === undefined) return;
    // In an effect, because the closing view stores its active line first.
    setElements(leftIn(userId, projectId));
    // A browser without a database has no copy.
    deleteScriptCopy(userId, projectId).catch(() => undefined);
  }, [userId, projectId]);
  if (userId === undefined || elements.length === 0) return null;
  const discard = () => {
    clearTabStorage(userId, projectId);
    setElements([]);
  };
  return (
    <section className={styles.left} aria-label="Unsent text">
      <p>Your last changes were not saved to the server. They are still in this browser.</p>
      <div className={styles.actions}>
        <UnsentTextActions elements={elements} onDiscard={discard} />
      </div>
    </section>
  );
}

function leftIn(userId: string, projectId: number) {
  const { changes, lines } = readAllTabStorage(userId, projectId);
  const written = lines
    .filter(({ text }) => text.text.trim() !== '')
    .map(({ type, text }) => ({ elementType: type, content: writeEmphasis(text) }));
  return [...unsentElements(changes, () => undefined), ...written];
}
