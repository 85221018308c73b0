import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { ignoreComposingEscape, isComposingKey } from '#web/lib/composition.ts';
import styles from './Dialog.module.css';
import { openFocus } from './openFocus.ts';
import { returnFocus } from './returnFocus.ts';
import { Scrim } from './Scrim.tsx';

interface DialogProps {
  open: boolean;
  /** Without it, the dialog stays open until one of its buttons is pressed. */
  onOpenChange?: (open: boolean) => void;
  title: string;
  /** Announced with the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** Broad: for rows of many columns. Full: for two columns of script. */
  width?: 'form' | 'wide' | 'broad' | 'full';
  /** `alertdialog`: a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
}

/** Show a modal dialog: it traps the focus, Escape closes it, and the focus then returns. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  width = 'form',
  role = 'dialog',
}: DialogProps) {
  const described = description === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <Radix.Root open={open} {...(onOpenChange && { onOpenChange })}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className={`${styles.dialog} ${styles[width]}`}
          role={role}
          aria-modal="true"
          onOpenAutoFocus={openFocus}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={ignoreComposingEscape}
          // Radix passes Escape to the toast that was opened later, which ignores it.
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented || isComposingKey(event)) return;
            event.stopPropagation();
            onOpenChange?.(false);
          }}
          {...described}
        >
          <header className={styles.head}>
            <Radix.Title className={styles.title} tabIndex={-1}>
              {title}
            </Radix.Title>
            {onOpenChange && (
              <Radix.Close className={styles.close} aria-label="Close">
                <X size={17} strokeWidth={1.6} aria-hidden="true" />
              </Radix.Close>
            )}
          </header>
          <div className={styles.body} data-scrolls>
            {description !== undefined && (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            {children}
          </div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
