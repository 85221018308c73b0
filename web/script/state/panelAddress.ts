/**
 * Panels that the address can name (docs/spec/script.md, decision OQ-61); history is an addition.
 */
export type Panel = 'navigator' | 'chat' | 'history';
export type AssistantTab = 'comments' | 'chat' | 'suggestions';

/** Panel in the address. */
export interface PanelAddress {
  panel: Panel;
  assistantTab: AssistantTab;
  /** Whether the address names a panel. */
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

/** Read the panel from the address. Unknown values are the defaults. */
export function readAddress(): PanelAddress {
  const query = new URLSearchParams(window.location.search);
  return {
    panel: panels.find((panel) => panel === query.get('panel')) ?? 'navigator',
    assistantTab: assistantTabs.find((tab) => tab === query.get('assistantTab')) ?? 'chat',
    isNamed: query.has('panel'),
  };
}

/**
 * Change parameters of the address; null removes one. The rest of the address and the history state
 * stay.
 */
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
  // The router subscribes to this call and stores its data in the state.
  window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
}

export function isSameAddress(a: PanelAddress, b: PanelAddress): boolean {
  return a.panel === b.panel && a.assistantTab === b.assistantTab && a.isNamed === b.isNamed;
}
