import type { ComponentProps } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'size'> {
  /** Small for dense lists. */
  size?: 'small' | undefined;
}

export function Checkbox({ size, ...props }: CheckboxProps) {
  return <input type="checkbox" {...props} className={classOf(size)} />;
}

/** Show a radio button. */
export function Radio({ size, ...props }: CheckboxProps) {
  return <input type="radio" {...props} className={classOf(size)} />;
}

const classOf = (size: CheckboxProps['size']) => (size ? `${styles.box} ${styles.small}` : styles.box);
