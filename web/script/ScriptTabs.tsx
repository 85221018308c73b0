import type { ComponentType } from 'react';
import { type Part, partOf } from '#web/lib/part.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';

// Not what is seen first: their code comes when they are.
const assistant = partOf(() =>
  import('#web/assistant/AssistantPanel.tsx').then((file) => file.AssistantPanel),
);
const suggestions = partOf(() =>
  import('#web/assistant/SuggestionsPanel.tsx').then((file) => file.SuggestionsPanel),
);
const history = partOf(() => import('#web/history/HistoryPanel.tsx').then((file) => file.HistoryPanel));

export const AssistantTabPanel = tabOf(assistant);
export const SuggestionsTabPanel = tabOf(suggestions);
export const HistoryTabPanel = tabOf(history);

/** Whoever will show them all can have them drawn at once. */
export async function loadTabs(): Promise<void> {
  await Promise.all([assistant, suggestions, history].map((part) => part.load()));
}

function tabOf<Props extends object>(part: Part<ComponentType<Props>>): ComponentType<Props> {
  const fail = () => toast(toastTexts.windowNotLoaded);
  return (props) => (
    <WhenLoaded part={part} onFailure={fail}>
      {(Panel) => <Panel {...props} />}
    </WhenLoaded>
  );
}
