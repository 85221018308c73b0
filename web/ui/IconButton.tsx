import type { ComponentProps, ReactNode } from 'react';
import styles from './IconButton.module.css';
import { usePressable } from './pressable.ts';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'size'> {
  /** Name for assistive technology and tooltip. */
  label: string;
  /** Text of the tooltip, if it differs from the label. */
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
        // A button that explains why it is unavailable needs pointer events, which a disabled
        // button does not get.
        aria-disabled={rest['aria-disabled'] ?? pressable['aria-disabled']}
        aria-label={label}
        className={look}
      >
        {children}
      </button>
    </Tooltip>
  );
}
