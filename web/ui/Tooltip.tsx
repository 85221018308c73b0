import { Tooltip as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFloating } from './floating.ts';
import styles from './Tooltip.module.css';

/** Delays of the first tooltip, and of one that follows another (docs/spec/application.md). */
export const tooltipDelayMs = 700;
export const tooltipSkipDelayMs = 300;

/** Number of shown tooltips. */
let shownCount = 0;
/** Time at which a tooltip was closed last. */
let closedMs = -Infinity;

/** Return whether a tooltip is shown or was closed just now, so that the next one has no delay. */
function isAnotherShown(): boolean {
  const sinceMs = performance.now() - closedMs;
  return shownCount > 0 || (sinceMs >= 0 && sinceMs < tooltipSkipDelayMs);
}

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
  useEffect(() => {
    if (!root.open) return;
    shownCount += 1;
    return () => {
      shownCount -= 1;
      closedMs = performance.now();
    };
  }, [root.open]);
  const [delayMs, setDelayMs] = useState(tooltipDelayMs);
  // Before the movement of the pointer that starts the delay.
  const chooseDelay = () => flushSync(() => setDelayMs(isAnotherShown() ? 0 : tooltipDelayMs));
  return (
    <TooltipProvider delayMs={delayMs}>
      <Radix.Root open={root.open} onOpenChange={root.onOpenChange}>
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
