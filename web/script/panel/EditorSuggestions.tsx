import { useQueryClient } from '@tanstack/react-query';
import { applyImprovement, type Suggestion } from '#shared/contract/assistant.ts';
import { SuggestionsPanel } from '#web/assistant/SuggestionsPanel.tsx';
import { useAssistant } from '#web/assistant/useAssistant.ts';
import { historyKey } from '#web/history/historyKey.data.ts';
import { call } from '#web/lib/api.ts';
import { useStore } from '#web/lib/store.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { showElement } from './showElement.ts';

export function EditorSuggestions() {
  const desk = useScriptScreen();
  const { asked } = desk.panels;
  const { project, canWrite } = useStore(desk.given);
  const context = useStore(asked);
  const client = useQueryClient();
  /** Pending changes are sent first, because a suggestion refers to the stored script. */
  const apply = async (suggestion: Suggestion, group: string | null = null) => {
    desk.writing.save();
    await desk.sync.outbox.whenSent();
    const ask = async () => {
      const { element, added } = await call(applyImprovement, {
        params: { id: project.id },
        body: suggestion,
      });
      return [element, ...added];
    };
    await desk.sync.applyRemote(ask, 'Suggestion', group);
    void client.invalidateQueries({ queryKey: historyKey(project.id) });
  };
  return (
    <SuggestionsPanel
      project={project}
      assistant={useAssistant(project.id, context)}
      context={context}
      isWritable={canWrite}
      onGo={(elementId) => showElement(desk, elementId)}
      onClearContext={() => asked.set(null)}
      onApply={apply}
    />
  );
}
