import { ListFilter } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Radio } from '#web/ui/Checkbox.tsx';
import { useFloating } from '#web/ui/floating.ts';
import styles from './FilterPopover.module.css';
import type { HistoryFilters } from './history.data.ts';

type Chosen = Omit<HistoryFilters, 'search'>;

interface FilterPopoverProps {
  filters: Chosen;
  onChange: (change: Partial<Chosen>) => void;
}

const actions = { all: 'All', create: 'Create', update: 'Update', delete: 'Delete' } as const;
const authors = { everyone: 'Everyone', you: 'You', ai: 'AI Assistant' } as const;

/** Choose the shown changes by action and author (docs/spec/history.md). */
export function FilterPopover({ filters, onChange }: FilterPopoverProps) {
  const { button, landmark, root } = useFloating();
  const count = Number(filters.action !== 'all') + Number(filters.changedBy !== 'everyone');
  return (
    <Radix.Root {...root}>
      <Radix.Trigger asChild ref={button}>
        <Button size="small" icon={<ListFilter size={14} strokeWidth={1.6} aria-hidden="true" />}>
          {count > 0 ? `Filter (${count})` : 'Filter'}
        </Button>
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          className={styles.popover}
          align="end"
          sideOffset={5}
          collisionPadding={8}
          aria-label="Filter changes"
        >
          <Choice
            legend="Action Type"
            labels={actions}
            value={filters.action}
            onChange={(action) => onChange({ action })}
          />
          <Choice
            legend="Changed By"
            labels={authors}
            value={filters.changedBy}
            onChange={(changedBy) => onChange({ changedBy })}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  labels: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ legend, labels, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      {(Object.keys(labels) as Value[]).map((each) => (
        <label key={each} className={styles.option}>
          <Radio size="small" name={name} checked={each === value} onChange={() => onChange(each)} />
          {labels[each]}
        </label>
      ))}
    </fieldset>
  );
}
