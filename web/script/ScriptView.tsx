import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { charactersQuery, elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { ScriptScreen } from './ScriptScreen.tsx';
import styles from './ScriptView.module.css';

const noCharacters: never[] = [];

interface ScriptViewProps {
  project: Project;
  /** Behaviour of the opened screen, which renders nothing. */
  children?: ReactNode;
}

/** The script of a project as pages. */
export function ScriptView({ project, children }: ScriptViewProps) {
  const scenes = useQuery(scenesQuery(project.id));
  const elements = useQuery(elementsQuery(project.id));
  // Only for completion: the script can be read and written without them.
  const characters = useQuery(charactersQuery(project.id));

  // A failed refetch leaves the shown script.
  if (scenes.isLoadingError || elements.isLoadingError) {
    const again = () => Promise.all([scenes.refetch(), elements.refetch()]);
    return (
      <div className={styles.message} role="alert">
        <p>Failed to fetch script elements</p>
        <Button onClick={() => void again()}>Try again</Button>
      </div>
    );
  }
  if (scenes.isPending) return <Waiting text="Loading scenes..." />;
  if (elements.isPending) return <Waiting text="Loading script elements..." />;
  return (
    <ScriptScreen
      key={project.id}
      project={project}
      scenes={scenes.data}
      characters={characters.data ?? noCharacters}
    >
      {children}
    </ScriptScreen>
  );
}

/** Empty sheet at the position of the first page. */
function Waiting({ text }: { text: string }) {
  return (
    <div className={styles.desk}>
      <div className={styles.sheet}>
        <p role="status">{text}</p>
      </div>
    </div>
  );
}
