import type { ComponentProps, ReactNode } from 'react';
import styles from './IconButton.module.css';
import { usePressable } from './pressable.ts';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'size'> {
  /** What it does: the name for assistive technology and the tooltip. */
  label: string;
  /** Where the tooltip says something else. */
  tooltip?: string | undefined;
  size?: 'small' | undefined;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
  /** The icon. */
  children: ReactNode;
}

export function IconButton({
  label,
  tooltip = label,
  size,
  tooltipSide,
  className,
  children,
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: IconButtonProps) {
  const pressable = usePressable(disabled, { onClick, onFocus, onBlur });
  const look = [styles.button, size && styles[size], className].filter(Boolean).join(' ');
  return (
    <Tooltip text={tooltip} {...(tooltipSide && { side: tooltipSide })}>
      <button
        type="button"
        {...rest}
        {...pressable}
        // One that says why it cannot be pressed must be pointed at, which a button that is disabled cannot.
        aria-disabled={rest['aria-disabled'] ?? pressable['aria-disabled']}
        aria-label={label}
        className={look}
      >
        {children}
      </button>
    </Tooltip>
  );
}
