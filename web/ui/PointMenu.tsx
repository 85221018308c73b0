import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Menu.module.css';

interface PointMenuProps {
  /** Position in the window; null while the menu is closed. */
  at: { xPx: number; yPx: number } | null;
  label: string;
  /** In the document where the menu hangs, so that it stands in a landmark. */
  container: HTMLElement | null;
  onClose: () => void;
  /** The menu is gone, and the focus may go where it belongs. */
  onClosed: () => void;
  children: ReactNode;
}

/** A menu at a point of the window, as the right button of the mouse opens it. */
export function PointMenu({ at, label, container, onClose, onClosed, children }: PointMenuProps) {
  return (
    <Radix.Root modal={false} open={at !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Trigger asChild>
        <button
          type="button"
          className={styles.point}
          style={{ left: at?.xPx ?? 0, top: at?.yPx ?? 0 }}
          tabIndex={-1}
          aria-hidden="true"
        />
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          className={styles.menu}
          aria-label={label}
          aria-labelledby={undefined}
          side="bottom"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface SubMenuProps {
  label: string;
  container: HTMLElement | null;
  disabled?: boolean;
  children: ReactNode;
}

/** A menu within a menu. */
export function SubMenu({ label, container, disabled = false, children }: SubMenuProps) {
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={styles.item} disabled={disabled}>
        {label}
        <span className={styles.end} aria-hidden="true">
          ›
        </span>
      </Radix.SubTrigger>
      <Radix.Portal container={container}>
        <Radix.SubContent className={styles.menu} sideOffset={4} collisionPadding={8}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

/** Words at the foot of a menu; nothing to choose. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <Radix.Label className={styles.note}>{children}</Radix.Label>;
}
