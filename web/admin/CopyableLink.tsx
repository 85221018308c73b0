import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './List.module.css';

const shownMs = 2000;
const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show an address that can be selected, and copied by a button. */
export function CopyableLink({ href, label }: { href: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
      setCopied(true);
      toast(toastTexts.linkCopied);
    } catch {
      toast(toastTexts.linkCopyFailed); // the browser blocked copying; the address can still be selected
    }
  };
  return (
    <span className={styles.link}>
      <input readOnly value={href} aria-label={label} onFocus={({ target }) => target.select()} />
      <Button
        size="small"
        icon={isCopied ? <Check {...icon} /> : <Copy {...icon} />}
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </span>
  );
}
