import { type ComponentProps, useState } from 'react';

type ButtonElement = ComponentProps<'button'>;

/**
 * Return the props of a button that is unavailable. While it has the focus it is only marked as
 * disabled: a disabled element loses the focus, and with it a keyboard user's place.
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
      // This also prevents a submit.
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
