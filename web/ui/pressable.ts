import { type ComponentProps, useState } from 'react';

type ButtonElement = ComponentProps<'button'>;

/**
 * What makes a button that cannot be pressed now. While it has the focus it is only said to be disabled: one that
 * really is would lose the focus, and who writes without a mouse their place on the page.
 */
export function usePressable(
  isOff: boolean,
  { onClick, onFocus, onBlur }: Pick<ButtonElement, 'onClick' | 'onFocus' | 'onBlur'>,
): Pick<ButtonElement, 'disabled' | 'aria-disabled' | 'onClick' | 'onFocus' | 'onBlur'> {
  const [hasFocus, setHasFocus] = useState(false);
  return {
    disabled: isOff && !hasFocus,
    'aria-disabled': (isOff && hasFocus) || undefined,
    onClick: (event) => {
      // Of a submit button as well: nothing is sent.
      if (isOff) event.preventDefault();
      else onClick?.(event);
    },
    onFocus: (event) => {
      setHasFocus(true);
      onFocus?.(event);
    },
    onBlur: (event) => {
      setHasFocus(false);
      onBlur?.(event);
    },
  };
}
