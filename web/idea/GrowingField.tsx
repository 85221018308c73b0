import type { ComponentProps } from 'react';
import { isComposingKey } from '#web/lib/composition.ts';
import styles from './GrowingField.module.css';

interface GrowingFieldProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onText: (text: string) => void;
  /** Whether line breaks become spaces, and Enter leaves the field. */
  isOneParagraph?: boolean;
}

/** Show a field as high as its text. A hidden copy of the text sets the height. */
export function GrowingField({
  value,
  onText,
  isOneParagraph = false,
  className,
  ...rest
}: GrowingFieldProps) {
  return (
    <div className={[styles.grow, className].filter(Boolean).join(' ')} data-text={value || rest.placeholder}>
      <textarea
        {...rest}
        rows={1}
        value={value}
        onChange={({ target }) => {
          onText(isOneParagraph ? target.value.replace(/\s*\n\s*/g, ' ') : target.value);
        }}
        onKeyDown={(event) => {
          if (!isOneParagraph || event.key !== 'Enter' || isComposingKey(event)) return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
    </div>
  );
}
