import { AssistantPanel } from '#web/assistant/AssistantPanel.tsx';
import { useAssistant } from '#web/assistant/useAssistant.ts';
import { useStore } from '#web/lib/store.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { showElement } from './showElement.ts';

export function EditorAssistant() {
  const desk = useScriptScreen();
  const { asked, suggestions } = desk.panels;
  const project = useStore(desk.given, (given) => given.project);
  const context = useStore(asked);
  return (
    <AssistantPanel
      project={project}
      assistant={useAssistant(project.id, context)}
      context={context}
      onGo={(elementId) => showElement(desk, elementId)}
      onClearContext={() => asked.set(null)}
      onSuggestions={suggestions}
    />
  );
}
