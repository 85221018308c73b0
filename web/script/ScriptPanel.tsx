import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { plainText } from '#screenplay/emphasis.ts';
import { invalidateContext } from '#web/assistant/contextKey.data.ts';
import { useSuggestionCount } from '#web/assistant/sessionStore.ts';
import { historyKey } from '#web/history/historyKey.data.ts';
import { createLazyModule, type LazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { elementsOfKey } from '#web/scriptEditor/rows/speakersElements.ts';
import { toQueuedEdits } from '#web/scriptSync/toQueuedEdits.ts';
import { Navigator } from './filter/Navigator.tsx';
import { ChatFrame } from './panel/ChatFrame.tsx';
import { PanelOffline } from './panel/PanelOffline.tsx';
import { SidePanel } from './panel/SidePanel.tsx';
import { showElement } from './panel/showElement.ts';
import { type ScriptScreenState, useScriptScreen } from './scriptScreen.ts';
import type { PanelState } from './state/panelAddress.ts';

// The code of these tabs is loaded when they are shown.
const comments = createLazyModule(() =>
  import('#web/comments/CommentsPanel.tsx').then((file) => file.CommentsPanel),
);
const assistant = createLazyModule(() =>
  import('./panel/EditorAssistant.tsx').then((file) => file.EditorAssistant),
);
const suggestions = createLazyModule(() =>
  import('./panel/EditorSuggestions.tsx').then((file) => file.EditorSuggestions),
);
const history = createLazyModule(() =>
  import('#web/history/HistoryPanel.tsx').then((file) => file.HistoryPanel),
);

const CommentsTabPanel = tabOf(comments);
const Assistant = tabOf(assistant);
const Suggestions = tabOf(suggestions);
const HistoryTabPanel = tabOf(history);

/** Load the code of all tabs, so that they render at once. */
export async function loadTabs(): Promise<void> {
  await Promise.all([comments, assistant, suggestions, history].map((part) => part.load()));
}

function tabOf<Props extends object>(part: LazyModule<ComponentType<Props>>): ComponentType<Props> {
  const fail = () => toast(toastTexts.windowNotLoaded);
  return (props) => (
    <WhenLoaded part={part} onFailure={fail}>
      {(Panel) => <Panel {...props} />}
    </WhenLoaded>
  );
}

interface ScriptPanelProps {
  panel: PanelState;
  unresolved: number;
}

/** Side panel: navigator, comments, assistant and history. */
export function ScriptPanel({ panel, unresolved }: ScriptPanelProps) {
  const desk = useScriptScreen();
  const projectId = useStore(desk.given, ({ project }) => project.id);
  const suggested = useSuggestionCount(projectId);
  useRefetched(desk);
  return (
    <SidePanel
      isOpen={panel.isOpen}
      panel={panel.panel}
      onPanel={panel.open}
      onClose={panel.close}
      unresolved={unresolved}
      filter={<Navigator />}
      chat={
        <>
          <PanelOffline text="You are offline. Comments and the assistant need a connection; the script can be written." />
          <ChatFrame
            tab={panel.assistantTab}
            onTab={(tab) => panel.open('chat', tab)}
            tabs={[
              {
                value: 'comments',
                label: 'Comments',
                count: unresolved,
                counted: unresolved === 1 ? 'unresolved comment' : 'unresolved comments',
                isUrgent: true,
                content: <Comments />,
              },
              { value: 'chat', label: 'Assistant', content: <Assistant /> },
              {
                value: 'suggestions',
                label: 'Suggestions',
                count: suggested,
                counted: suggested === 1 ? 'suggestion' : 'suggestions',
                content: <Suggestions />,
              },
            ]}
          />
        </>
      }
      history={
        <>
          <PanelOffline text="You are offline. History is unavailable, but you can keep writing." />
          <HistoryOnDesk />
        </>
      }
    />
  );
}

function Comments() {
  const desk = useScriptScreen();
  const { activeThreadId, target } = desk.panels;
  return (
    <CommentsTabPanel
      project={useStore(desk.given, ({ project }) => project)}
      elements={useStore(desk.sync.script)}
      target={useStore(target)}
      onClearTarget={() => target.set(null)}
      activeThreadId={useStore(activeThreadId)}
      onGo={(elementId, threadId) => {
        activeThreadId.set(threadId);
        showElement(desk, elementId);
      }}
    />
  );
}

function HistoryOnDesk() {
  const desk = useScriptScreen();
  const { sync, writing } = desk;
  const { historyId } = desk.panels;
  const { project, canWrite, sceneNumbers } = useStore(desk.given);
  const elements = useStore(sync.script);
  const id = useStore(historyId);
  const content = elements.find((each) => each.id === id)?.content;
  return (
    <HistoryTabPanel
      project={project}
      elements={elements}
      sceneNumbers={sceneNumbers}
      element={id === null ? null : { id, content: content === undefined ? '' : plainText(content) }}
      onWholeScript={() => historyId.set(null)}
      onGo={(elementId) => showElement(desk, elementId)}
      onChange={async (edits, label) => {
        writing.save();
        sync.run(toQueuedEdits(edits, sync), label);
      }}
      canWrite={canWrite}
    />
  );
}

/** Refetch data that the server computes from the script after each stored change. */
function useRefetched({ given, sync }: ScriptScreenState): void {
  const client = useQueryClient();
  const projectId = useStore(given, ({ project }) => project.id);
  useEffect(() => {
    const isSaved = () => sync.state.get().status === 'saved';
    let wasSaved = isSaved();
    // Not state of the panel, which would render twice for every line.
    return sync.state.watch(() => {
      const isNow = isSaved();
      const isStored = isNow && !wasSaved;
      wasSaved = isNow;
      if (!isStored) return;
      void client.invalidateQueries({ queryKey: historyKey(projectId) });
      void client.invalidateQueries({ queryKey: elementsOfKey(projectId) });
      invalidateContext(client, projectId);
    });
  }, [client, projectId, sync]);
}
