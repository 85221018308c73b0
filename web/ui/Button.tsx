import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { usePressable } from './pressable.ts';
import { Spin } from './Spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  /** One primary button per view at most. */
  kind?: 'primary' | 'plain' | 'ghost' | 'danger';
  size?: 'small' | 'large' | undefined;
  icon?: ReactNode;
  /** Work is running: the button keeps its label and width, and cannot be pressed. */
  isBusy?: boolean;
}

export function Button({
  kind = 'plain',
  size,
  icon,
  isBusy = false,
  className,
  children,
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  const pressable = usePressable(disabled || isBusy, { onClick, onFocus, onBlur });
  return (
    <button
      type="button"
      data-primary={kind === 'primary' || undefined}
      {...rest}
      className={buttonClass({ kind, size, className })}
      {...pressable}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <Spin /> : icon}
      {children}
    </button>
  );
}

interface ButtonLook {
  kind?: ButtonProps['kind'];
  size?: ButtonProps['size'];
  className?: string | undefined;
}

/** Return the classes of links that look like buttons. */
export function buttonClass({ kind = 'plain', size, className }: ButtonLook): string {
  return [styles.button, styles[kind], size && styles[size], className].filter(Boolean).join(' ');
}
