import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIsPhone } from '#web/lib/media.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { returnFocus } from '#web/ui/returnFocus.ts';
import { Scrim } from '#web/ui/Scrim.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Panel } from '../state/panelAddress.ts';
import { PanelTabs } from './PanelTabs.tsx';
import styles from './SidePanel.module.css';

interface SidePanelProps {
  isOpen: boolean;
  panel: Panel;
  onPanel: (panel: Panel) => void;
  onClose: () => void;
  filter: ReactNode;
  chat: ReactNode;
  history: ReactNode;
  /** Number of unresolved comments; 0 shows none. */
  unresolved: number;
}

/**
 * Panel beside the script, or on phones over everything (docs/spec/script.md). Only the chosen tab
 * is rendered.
 */
export function SidePanel(props: SidePanelProps) {
  const isPhone = useIsPhone();
  return isPhone ? <OverlayPanel {...props} /> : <BesidePanel {...props} />;
}

/** Panel over the script. Escape closes it, and it traps and returns the focus. */
function OverlayPanel(props: SidePanelProps) {
  return (
    <Radix.Root open={props.isOpen} onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className={styles.overlay}
          aria-describedby={undefined}
          aria-modal="true"
          onCloseAutoFocus={returnFocus}
        >
          <VisuallyHidden as={Radix.Title}>Side panel</VisuallyHidden>
          <Tabs {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function BesidePanel(props: SidePanelProps) {
  const { isOpen } = props;
  const aside = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // After closing from within, the focus goes to the button that opens it.
  useEffect(() => {
    if (isOpen || !hadFocus.current) return;
    hadFocus.current = false;
    document.querySelector<HTMLElement>('[data-opens-panel]')?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <aside ref={aside} className={styles.beside} aria-label="Side panel" data-fades="right">
      <Tabs
        {...props}
        onClose={() => {
          hadFocus.current = aside.current?.contains(document.activeElement) ?? false;
          props.onClose();
        }}
      />
    </aside>
  );
}

function Tabs({ panel, onPanel, onClose, filter, chat, history, unresolved }: SidePanelProps) {
  return (
    <PanelTabs
      label="Side panel"
      value={panel}
      onValue={onPanel}
      tabs={[
        { value: 'navigator', label: 'Filter', content: filter },
        {
          value: 'chat',
          label: 'Chat',
          count: unresolved,
          counted: unresolved === 1 ? 'unresolved comment' : 'unresolved comments',
          isUrgent: true,
          content: chat,
        },
        { value: 'history', label: 'History', content: history },
      ]}
      end={
        <IconButton label="Close the panel" size="small" className={styles.close} onClick={onClose}>
          <X size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
