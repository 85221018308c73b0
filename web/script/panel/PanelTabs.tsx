import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './PanelTabs.module.css';
import { TabCount } from './TabCount.tsx';

export interface PanelTab<Value extends string> {
  value: Value;
  label: string;
  /** Stands after the label; none at 0. */
  count?: number | undefined;
  /** What is counted, for those who hear it: "unresolved comments". */
  counted?: string;
  /** The count asks for something to be done. */
  isUrgent?: boolean;
  content: ReactNode;
}

interface PanelTabsProps<Value extends string> {
  /** The first tab is shown where there is none of this value. */
  value: string;
  onValue: (value: Value) => void;
  /** What the tabs choose between, for assistive technology. */
  label: string;
  tabs: readonly PanelTab<Value>[];
  /** Beside the tabs. */
  end?: ReactNode;
}

/** Underlined tabs with counts; the content of the chosen one fills the rest of the panel. */
export function PanelTabs<Value extends string>({ value, onValue, label, tabs, end }: PanelTabsProps<Value>) {
  const shown = tabs.find((tab) => tab.value === value) ?? tabs[0];
  const choose = (chosen: string) => {
    const tab = tabs.find((each) => each.value === chosen);
    if (tab) onValue(tab.value);
  };
  return (
    <Radix.Root className={styles.root} value={shown?.value ?? ''} onValueChange={choose}>
      <div className={styles.head}>
        <Radix.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} className={styles.tab} value={tab.value}>
              {tab.label}
              <TabCount count={tab.count ?? 0} of={tab.counted} isUrgent={tab.isUrgent} />
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} className={styles.content} value={tab.value} tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
