import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFloating } from './floating.ts';
import styles from './Menu.module.css';
import { returnToField } from './returnFocus.ts';

interface MenuProps {
  /** One button that takes a ref. */
  trigger: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
}

/**
 * Not modal: a modal menu locks scrolling with a style element, which the content policy blocks.
 */
export function Menu({ trigger, children, side = 'bottom', align = 'end' }: MenuProps) {
  const { button, landmark, root } = useFloating();
  return (
    <Radix.Root modal={false} {...root}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          className={styles.menu}
          side={side}
          align={align}
          sideOffset={5}
          collisionPadding={8}
          onCloseAutoFocus={returnToField}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  isDestructive?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({
  icon,
  onSelect,
  isDestructive = false,
  disabled = false,
  children,
}: MenuItemProps) {
  return (
    <Radix.Item
      className={isDestructive ? `${styles.item} ${styles.destructive}` : styles.item}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

interface MenuRadioGroupProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  /** Name of the choice for assistive technology. */
  label?: string;
  /** MenuRadioItems, each with a value of the same kind. */
  children: ReactNode;
}

export function MenuRadioGroup<Value extends string>({
  value,
  onValueChange,
  label,
  children,
}: MenuRadioGroupProps<Value>) {
  return (
    <Radix.RadioGroup
      value={value}
      onValueChange={(chosen) => onValueChange(chosen as Value)}
      aria-label={label}
    >
      {children}
    </Radix.RadioGroup>
  );
}

interface MenuRadioItemProps<Value extends string> {
  value: Value;
  icon?: ReactNode;
  children: ReactNode;
}

export function MenuRadioItem<Value extends string>({ value, icon, children }: MenuRadioItemProps<Value>) {
  return (
    <Radix.RadioItem className={styles.item} value={value}>
      {icon}
      {children}
      <Radix.ItemIndicator className={styles.end}>
        <Check size={16} strokeWidth={1.6} aria-hidden="true" />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className={styles.separator} />;
}
