import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

interface TabsProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  /** Name of the choice for assistive technology. */
  label: string;
  tabs: readonly { value: Value; label: string; content: ReactNode }[];
}

/** Show underlined tabs above their content. */
export function Tabs<Value extends string>({ value, onValueChange, label, tabs }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((each) => each.value === chosen);
    if (tab) onValueChange(tab.value);
  };
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs scroll, and the address may select one that is not visible.
  useEffect(() => {
    const { current } = list;
    const chosen = current?.querySelector<HTMLElement>(`[data-value="${value}"]`);
    if (!current || !chosen) return;
    const [start, end] = [chosen.offsetLeft, chosen.offsetLeft + chosen.offsetWidth];
    if (start < current.scrollLeft) current.scrollLeft = start;
    else if (end > current.scrollLeft + current.clientWidth) current.scrollLeft = end - current.clientWidth;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} className={styles.tab} value={tab.value} data-value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} className={styles.content} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
