import type { ComponentType } from 'react';
import { type Part, partOf } from '#web/lib/part.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';

// Not what is seen first: their code comes when they are.
export const AssistantTab = tabOf(
  partOf(() => import('#web/assistant/AssistantPanel.tsx').then((file) => file.AssistantPanel)),
);
export const SuggestionsTab = tabOf(
  partOf(() => import('#web/assistant/SuggestionsPanel.tsx').then((file) => file.SuggestionsPanel)),
);
export const HistoryTab = tabOf(
  partOf(() => import('#web/history/HistoryPanel.tsx').then((file) => file.HistoryPanel)),
);

function tabOf<Props extends object>(part: Part<ComponentType<Props>>): ComponentType<Props> {
  const fail = () => toast(toastTexts.windowNotLoaded);
  return (props) => (
    <WhenLoaded part={part} onFailure={fail}>
      {(Panel) => <Panel {...props} />}
    </WhenLoaded>
  );
}
