import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './ShareDialog.module.css';

/** How long the copy button confirms (docs/spec/application.md). */
export const copiedMs = 2000;

interface CopyFieldProps {
  label: string;
  address: string;
  hint: ReactNode;
}

/** Show an address with a button that copies it and confirms that for a while. */
export function CopyField({ label, address, hint }: CopyFieldProps) {
  const id = useId();
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopies((before) => before + 1);
      toast(toastTexts.linkCopied);
    } catch {
      toast(toastTexts.linkCopyFailed); // the browser or its user blocks copying
    }
  };

  const Icon = isCopied ? Check : Copy;
  return (
    <div className={styles.part}>
      <label className={styles.label} htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <div className={styles.copy}>
        <input
          id={id}
          className={styles.input}
          readOnly
          // Not focusable by Tab, so that the dialog's first focus is the email field.
          tabIndex={-1}
          value={address}
          aria-describedby={`${id}-hint`}
          onFocus={({ target }) => target.select()}
        />
        <Button
          className={styles.copyButton}
          aria-describedby={`${id}-label`}
          icon={<Icon size={15} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
