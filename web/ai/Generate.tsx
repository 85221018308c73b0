import { Sparkles, X } from 'lucide-react';
import { useRef } from 'react';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { useOfflineReason } from '#web/lib/needsConnection.ts';
import { useFocusFallback } from '#web/lib/useFocusFallback.ts';
import { useSeconds } from '#web/lib/useSeconds.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Generate.module.css';

interface GenerateProps {
  /** Label of the button: "Generate avatar". */
  label: string;
  /** Label while it runs: "Drawing the avatar". */
  doing: string;
  offer: PricedAction;
  isRunning: boolean;
  disabled?: boolean;
  onGenerate: () => void;
  onCancel: () => void;
  /** Refetch the price. */
  onRetry?: (() => void) | undefined;
}

/**
 * Show a button that runs a generation, with its price; while it runs, seconds and Cancel (OQ-41).
 */
export function Generate({ label, doing, offer, isRunning, disabled = false, ...calls }: GenerateProps) {
  const { onGenerate, onCancel, onRetry } = calls;
  const root = useRef<HTMLDivElement>(null);
  const focus = useFocusFallback(root);
  return (
    <div ref={root} className={styles.generate} tabIndex={-1} {...focus}>
      <VisuallyHidden as="p" role="status">
        {isRunning && doing}
      </VisuallyHidden>
      {isRunning ? (
        <UnderWay doing={doing} onCancel={onCancel} />
      ) : (
        <Offered label={label} offer={offer} disabled={disabled} onGenerate={onGenerate} onRetry={onRetry} />
      )}
    </div>
  );
}

function Offered({
  label,
  offer,
  disabled,
  onGenerate,
  onRetry,
}: Pick<GenerateProps, 'label' | 'offer' | 'disabled' | 'onGenerate' | 'onRetry'>) {
  const away = useOfflineReason();
  if (away !== null && offer.status !== 'open') return <p className={styles.note}>{away}</p>;
  if (offer.status === 'coming') return null;
  if (offer.status === 'closed') return <p className={styles.note}>{offer.why}</p>;
  if (offer.status === 'unknown') {
    return (
      <>
        <p className={styles.note}>The price could not be loaded.</p>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </>
    );
  }
  return (
    <>
      <Button
        size="small"
        icon={<Sparkles size={14} strokeWidth={1.6} aria-hidden="true" />}
        disabled={disabled || away !== null}
        onClick={onGenerate}
      >
        {label} <span className={styles.price}>{offer.price}</span>
      </Button>
      {away !== null && <p className={styles.note}>{away}</p>}
      {offer.notice && <p className={styles.note}>{offer.notice}</p>}
      {offer.low && (
        <p className={styles.note}>
          {offer.low} <a href={hrefOf('/buy-credits')}>Buy Credits</a>
        </p>
      )}
    </>
  );
}

function UnderWay({ doing, onCancel }: { doing: string; onCancel: () => void }) {
  const seconds = useSeconds();
  return (
    <>
      <div className={styles.underWay}>
        <p>
          {doing}… {seconds > 0 && `${seconds} s`}
        </p>
        <Progress label={doing} fraction={null} />
      </div>
      <Button size="small" icon={<X size={14} strokeWidth={1.6} aria-hidden="true" />} onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}
