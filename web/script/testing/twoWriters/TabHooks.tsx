import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ScriptEditor } from '#web/scriptEditor/scriptEditor.ts';
import { PersistActiveLine } from '#web/scriptEditor/writing/PersistActiveLine.tsx';
import { useConnection } from '#web/scriptSync/reconnecting.ts';

/** Run the parts of the script screen that are React hooks, without its pages. */
export function renderTabHooks(client: QueryClient, projectId: number, editor: ScriptEditor): void {
  const root = createRoot(document.createElement('div'));
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <TabHooks projectId={projectId} editor={editor} />
      </QueryClientProvider>,
    ),
  );
}

function TabHooks({ projectId, editor }: { projectId: number; editor: ScriptEditor }) {
  const { nodes, sync, writing } = editor;
  useConnection(projectId, sync);
  return <PersistActiveLine writing={writing} changes={sync} nodes={nodes} />;
}
