import type { AssistantTab } from '../state/panelAddress.ts';
import { type PanelTab, PanelTabs } from './PanelTabs.tsx';

interface ChatFrameProps {
  /** Tab of the address; the first tab is shown for an unknown one. */
  tab: AssistantTab;
  onTab: (tab: AssistantTab) => void;
  /** Existing tabs in order. */
  tabs: readonly PanelTab<AssistantTab>[];
}

/** The assistant panel (docs/spec/script.md): comments, chat and suggestions. */
export function ChatFrame({ tab, onTab, tabs }: ChatFrameProps) {
  return <PanelTabs label="Chat" value={tab} onValue={onTab} tabs={tabs} />;
}
