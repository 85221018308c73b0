import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, type Toast, toastDurationMs, watchToasts } from '#web/lib/toast.ts';
import { buttonClass } from './Button.tsx';
import styles from './Toaster.module.css';
import { positionToast } from './toastPlace.ts';

/**
 * Show toasts for 5 seconds; a swipe to the right dismisses one, F8 focuses them
 * (docs/spec/application.md).
 */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  return (
    <Radix.Provider duration={toastDurationMs} swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport className={styles.viewport} hotkey={['F8']} />
    </Radix.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, description, variant = 'default', action, isOpen } = toast;
  return (
    <Radix.Root
      ref={positionToast}
      className={`${styles.toast} ${styles[variant]}`}
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) dismissToast(id);
      }}
    >
      <div className={styles.words}>
        <Radix.Title className={styles.title}>{title}</Radix.Title>
        {description && <Radix.Description className={styles.description}>{description}</Radix.Description>}
        {action && (
          <Radix.Action
            className={buttonClass({ size: 'small', className: styles.action })}
            altText={action.label}
            onClick={action.onClick}
          >
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close className={styles.close} aria-label="Close">
        <X size={15} strokeWidth={1.6} aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  );
}
