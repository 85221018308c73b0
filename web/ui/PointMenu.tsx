import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Menu.module.css';

interface PointMenuProps {
  /** Position in the window; null while the menu is closed. */
  at: { xPx: number; yPx: number } | null;
  label: string;
  /** Element that contains the menu, so that the menu is inside a landmark. */
  container: HTMLElement | null;
  onClose: () => void;
  /** Called when the menu is closed and the focus can be restored. */
  onClosed: () => void;
  children: ReactNode;
}

/** Show a context menu at a point of the viewport. */
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

/** Show a submenu. */
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

/** Show a note at the bottom of a menu. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <Radix.Label className={styles.note}>{children}</Radix.Label>;
}
