import { useMemo, useState } from 'react';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Changes } from './Changes.tsx';
import { HistoryDialogs } from './HistoryDialogs.tsx';
import styles from './HistoryPanel.module.css';
import type { HistoryQuestion } from './question.ts';
import { HistoryToolsProvider } from './tools.ts';
import { Versions } from './Versions.tsx';

interface HistoryPanelProps {
  project: Project;
  /** The whole script, in order, unfiltered. */
  elements: readonly Element[];
  /** Printed scene numbers by scene id. */
  sceneNumbers: ReadonlyMap<number, string>;
  /** The element whose history is shown; null: the whole script. It may have been deleted. */
  element: { id: number; content: string } | null;
  onWholeScript: () => void;
  onGo: (elementId: number) => void;
  /** Apply the edits as one change; rejects on failure. */
  onChange: (edits: ScriptEdit[], label: string) => Promise<void>;
  canWrite: boolean;
}

/** Length of an element's text in the title (docs/spec/history.md). */
const shownLetters = 30;

/** Show the changes with author and time, their restore, and the named versions of the script. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { project, elements, sceneNumbers, element, onWholeScript, onGo, onChange, canWrite } = props;
  const [view, setView] = useState<'changes' | 'versions'>('changes');
  const [question, setQuestion] = useState<HistoryQuestion | null>(null);
  const { failure, restore } = useRestoring(onChange);
  const byId = useMemo(() => new Map(elements.map((each) => [each.id, each])), [elements]);
  const tools = {
    elements: byId,
    canWrite,
    go: onGo,
    restore: (edits: ScriptEdit[]) => void restore(edits),
    ask: setQuestion,
  };
  const changes = (
    <Changes key={element?.id ?? 'all'} projectId={project.id} elementId={element?.id ?? null} />
  );
  const title = element ? 'Element History' : 'Script History';

  return (
    <section className={styles.panel} aria-label={title}>
      <Head title={title} element={element} onWholeScript={onWholeScript} />
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <HistoryToolsProvider value={tools}>
        {element ? (
          changes
        ) : (
          <div className={styles.views}>
            <Tabs
              label="History"
              value={view}
              onValueChange={setView}
              tabs={[
                { value: 'changes', label: 'Changes', content: changes },
                {
                  value: 'versions',
                  label: 'Versions',
                  content: <Versions projectId={project.id} canWrite={canWrite} onAsk={setQuestion} />,
                },
              ]}
            />
          </div>
        )}
      </HistoryToolsProvider>
      {question && (
        <HistoryDialogs
          current={{ project, elements, sceneNumbers }}
          question={question}
          onChange={onChange}
          onNamed={() => setView('versions')}
          onClose={() => setQuestion(null)}
        />
      )}
    </section>
  );
}

/** Return a function that applies restoring edits, and its error message. */
function useRestoring(onChange: HistoryPanelProps['onChange']) {
  const [failure, setFailure] = useState<string | null>(null);
  const restore = async (edits: ScriptEdit[]) => {
    setFailure(null);
    try {
      await onChange(edits, 'Restore');
    } catch (error) {
      setFailure(messageOf(error, 'The text could not be restored. Please try again.'));
    }
  };
  return { failure, restore };
}

interface HeadProps extends Pick<HistoryPanelProps, 'element' | 'onWholeScript'> {
  title: string;
}

function Head({ title, element, onWholeScript }: HeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.titles}>
        <h2>{title}</h2>
        {element && (
          <q className={styles.quote} data-cut={[...element.content].length > shownLetters}>
            {[...element.content].slice(0, shownLetters).join('')}
          </q>
        )}
      </div>
      {element && (
        <Button size="small" onClick={onWholeScript}>
          Whole script
        </Button>
      )}
    </header>
  );
}
