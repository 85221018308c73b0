import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './PanelTabs.module.css';
import { TabCount } from './TabCount.tsx';

export interface PanelTab<Value extends string> {
  value: Value;
  label: string;
  /** Count after the label; none at 0. */
  count?: number | undefined;
  /** Name of the count for screen readers: "unresolved comments". */
  counted?: string;
  /** The count needs attention. */
  isUrgent?: boolean;
  content: ReactNode;
}

interface PanelTabsProps<Value extends string> {
  /** The first tab is shown for an unknown value. */
  value: string;
  onValue: (value: Value) => void;
  /** Label of the tab list for screen readers. */
  label: string;
  tabs: readonly PanelTab<Value>[];
  /** Content beside the tabs. */
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
