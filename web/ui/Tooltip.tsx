import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFloating } from './floating.ts';
import styles from './Tooltip.module.css';

/** Delays of the first tooltip, and of one that follows another (docs/spec/application.md). */
export const tooltipDelayMs = 700;
export const tooltipSkipDelayMs = 300;

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={tooltipDelayMs} skipDelayDuration={tooltipSkipDelayMs}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref. */
  children: ReactNode;
}

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const { button, landmark, root } = useFloating();
  return (
    <Radix.Root {...root}>
      <Radix.Trigger asChild ref={button}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
