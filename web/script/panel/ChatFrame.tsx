import type { AssistantTab } from '../state/panelAddress.ts';
import { type PanelTab, PanelTabs } from './PanelTabs.tsx';

interface ChatFrameProps {
  /** As the address has it; the first tab is shown where there is none of this value. */
  tab: AssistantTab;
  onTab: (tab: AssistantTab) => void;
  /** Those that exist, in their order. */
  tabs: readonly PanelTab<AssistantTab>[];
}

/** The assistant panel (docs/spec/script.md): what people, and programs, say about the script. */
export function ChatFrame({ tab, onTab, tabs }: ChatFrameProps) {
  return <PanelTabs label="Chat" value={tab} onValue={onTab} tabs={tabs} />;
}
