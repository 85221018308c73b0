import { useEffect, useState } from 'react';
import { writeEmphasis } from '#screenplay/emphasis.ts';
import { decodeProjectId } from '#shared/projectCode.ts';
import { deleteScriptCopy } from '#web/offlineCopy/copies.ts';
import { UnsentTextActions } from '#web/script/problems/UnsentTextActions.tsx';
import { clearTabStorage, readAllTabStorage } from '#web/scriptSync/tabStorage.ts';
import { type UnsentElement, unsentElements } from '#web/scriptSync/unsentText.ts';
import { useUser } from '#web/session/auth.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { PlainPage } from '#web/ui/PlainPage.tsx';
import styles from './ProjectNotFound.module.css';

interface ProjectNotFoundProps {
  /** Where somebody may have written in it before; absent where the address is none of ours. */
  projectId?: number;
}

/** The same words whatever the reason (docs/spec/application.md), so that nobody learns which projects exist. */
export function ProjectNotFound({ projectId }: ProjectNotFoundProps) {
  return (
    <PlainPage
      title="Project not found"
      text="It may have been deleted, or you may not have access to it."
      actions={
        <a className={buttonClass({ kind: 'primary', size: 'large' })} href="/">
          Go to your projects
        </a>
      }
    >
      {projectId !== undefined && <LeftWords projectId={projectId} />}
    </PlainPage>
  );
}

/**
 * What this person wrote in it and the server never took: it is nowhere else. The copy of what others wrote, which may be
 * read no longer, goes.
 */
function LeftWords({ projectId }: { projectId: number }) {
  const userId = useUser()?.id;
  const [elements, setElements] = useState<UnsentElement[]>([]);
  useEffect(() => {
    if (userId === undefined) return;
    // Not before: the view that was open until now keeps the line under its writer's hands as it goes.
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
    <section className={styles.left} aria-label="Words that were not sent">
      <p>The last words you wrote in it were not saved there. They are kept in this browser.</p>
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

export function isProjectId(code: string): boolean {
  try {
    decodeProjectId(code);
    return true;
  } catch {
    return false; // not an address of ours
  }
}
