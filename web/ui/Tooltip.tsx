import { Tooltip as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFloating } from './floating.ts';
import styles from './Tooltip.module.css';

/** Delays of the first tooltip, and of one that follows another (docs/spec/application.md). */
export const tooltipDelayMs = 700;
export const tooltipSkipDelayMs = 300;

/** Time until which a tooltip was shown last; infinite while one is shown. */
let shownUntilMs = -Infinity;

interface TooltipProviderProps {
  delayMs?: number;
  children: ReactNode;
}

export function TooltipProvider({ delayMs = tooltipDelayMs, children }: TooltipProviderProps) {
  return (
    <Radix.Provider delayDuration={delayMs} skipDelayDuration={0}>
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

/**
 * Each tooltip has its own provider, and they share the time of the last one here: a provider above
 * all screens would load this code before the first page is shown.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const { button, landmark, root } = useFloating();
  const [delayMs, setDelayMs] = useState(tooltipDelayMs);
  const chooseDelay = () => {
    const isSoon = performance.now() - shownUntilMs < tooltipSkipDelayMs;
    // Before the movement of the pointer that starts the delay.
    flushSync(() => setDelayMs(isSoon ? 0 : tooltipDelayMs));
  };
  const onOpenChange = (isOpen: boolean) => {
    shownUntilMs = isOpen ? Infinity : performance.now();
    root.onOpenChange(isOpen);
  };
  return (
    <TooltipProvider delayMs={delayMs}>
      <Radix.Root open={root.open} onOpenChange={onOpenChange}>
        <Radix.Trigger asChild ref={button} onPointerEnter={chooseDelay}>
          {children}
        </Radix.Trigger>
        <Radix.Portal container={landmark}>
          <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </TooltipProvider>
  );
}
