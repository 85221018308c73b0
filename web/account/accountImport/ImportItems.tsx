import { useId } from 'react';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './ImportAccountDialog.module.css';
import type { ImportItem } from './importItems.ts';
import type { AccountImport, ItemState } from './useAccountImport.ts';

interface ImportItemsProps {
  items: readonly ImportItem[];
  unchosen: ReadonlySet<string>;
  accountImport: Pick<AccountImport, 'states' | 'isRunning'>;
  onChoose: (id: string, isChosen: boolean) => void;
}

/** List the parts of an account, each with a checkbox and its state. */
export function ImportItems({ items, unchosen, accountImport, onChoose }: ImportItemsProps) {
  const { states, isRunning } = accountImport;
  if (items.length === 0) return <p className={styles.quiet}>The file has no projects and no settings.</p>;
  return (
    <ul className={styles.items} aria-label="Parts to import">
      {items.map((item) => (
        <Item
          key={item.id}
          item={item}
          state={states[item.id]}
          isChosen={!unchosen.has(item.id)}
          isFixed={isRunning || states[item.id]?.status === 'done'}
          onChoose={(isChosen) => onChoose(item.id, isChosen)}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  item: ImportItem;
  state: ItemState | undefined;
  isChosen: boolean;
  isFixed: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Item({ item: { label, detail }, state, isChosen, isFixed, onChoose }: ItemProps) {
  const stateId = useId();
  return (
    <li>
      <label className={styles.label}>
        <Checkbox
          checked={isChosen}
          disabled={isFixed}
          aria-describedby={stateId}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span className={styles.name}>{label}</span>
        <span className={styles.detail}>{detail}</span>
      </label>
      {state?.status === 'running' && (
        <Progress label={`Importing ${label}`} fraction={state.fraction < 1 ? state.fraction : null} />
      )}
      <p id={stateId} className={state?.status === 'failed' ? styles.problem : styles.quiet}>
        {stateText(state)}
      </p>
    </li>
  );
}

function stateText(state: ItemState | undefined): string {
  if (state?.status === 'failed') return state.reason;
  if (state?.status !== 'done') return '';
  return state.notes.length > 0 ? `Imported. Please check: ${state.notes.join('; ')}` : 'Imported';
}
