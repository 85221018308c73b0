/** What the address says of the panel (docs/spec/script.md, decision OQ-61); history is an addition. */
export type Panel = 'navigator' | 'chat' | 'history';
export type AssistantTab = 'comments' | 'chat' | 'suggestions';

/** What the address says of the panel. */
export interface PanelAddress {
  panel: Panel;
  assistantTab: AssistantTab;
  /** Whether it names a panel at all. */
  isNamed: boolean;
}

/** The side panel, and how it is opened and closed. */
export interface PanelState {
  panel: Panel;
  assistantTab: AssistantTab;
  isOpen: boolean;
  /** The panel covers the script, as on phones. */
  isOverlay: boolean;
  /** Without a tab, the tab of the address stays. */
  open: (panel: Panel, assistantTab?: AssistantTab) => void;
  close: () => void;
}

const panels: readonly Panel[] = ['navigator', 'chat', 'history'];
const assistantTabs: readonly AssistantTab[] = ['comments', 'chat', 'suggestions'];

/** Values that are none of ours are the defaults. */
export function readAddress(): PanelAddress {
  const query = new URLSearchParams(window.location.search);
  return {
    panel: panels.find((panel) => panel === query.get('panel')) ?? 'navigator',
    assistantTab: assistantTabs.find((tab) => tab === query.get('assistantTab')) ?? 'chat',
    isNamed: query.has('panel'),
  };
}

/** Null takes a parameter away. All else of the address stays, and so does what the history has before it. */
export function writeAddress(change: {
  panel?: Panel | null;
  assistantTab?: AssistantTab | undefined;
}): void {
  const address = new URL(window.location.href);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) address.searchParams.delete(name);
    else if (value !== undefined) address.searchParams.set(name, value);
  }
  const { pathname, search, hash } = address;
  // The router listens here, and keeps its own notes in the state.
  window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
}

export function isSameAddress(a: PanelAddress, b: PanelAddress): boolean {
  return a.panel === b.panel && a.assistantTab === b.assistantTab && a.isNamed === b.isNamed;
}
