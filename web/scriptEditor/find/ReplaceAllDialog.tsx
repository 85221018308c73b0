import { useId, useMemo, useState } from 'react';
import type { Match } from '#screenplay/find.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PlaceList, placeKey } from './PlaceList.tsx';
import styles from './ReplaceAllDialog.module.css';
import { planReplacing, type Replacement, type SearchableElement } from './replacing.ts';

interface ReplaceAllDialogProps {
  elements: readonly SearchableElement[];
  matches: readonly Match[];
  replacement: Replacement;
  isBusy: boolean;
  onReplace: (edits: ScriptEdit[], places: number) => void;
  onClose: () => void;
}

/** All matches before and after the replacement. Unticked ones stay unchanged. */
export function ReplaceAllDialog(props: ReplaceAllDialogProps) {
  const { elements, matches, replacement, isBusy, onReplace, onClose } = props;
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [deletesEmptied, setDeletesEmptied] = useState(false);
  const id = useId();
  const byId = useMemo(() => new Map(elements.map((element) => [element.id, element])), [elements]);
  const ticked = useMemo(() => matches.filter((match) => !leftOut.has(placeKey(match))), [matches, leftOut]);
  const plan = useMemo(
    () => planReplacing(byId, ticked, replacement, deletesEmptied),
    [byId, ticked, replacement, deletesEmptied],
  );
  const toggle = (match: Match) => {
    const next = new Set(leftOut);
    if (!next.delete(placeKey(match))) next.add(placeKey(match));
    setLeftOut(next);
  };
  const isAll = ticked.length === matches.length;
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isBusy) onClose();
      }}
      title="Replace all"
      width="wide"
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={plan.edits.length === 0}
            onClick={() => onReplace(plan.edits, plan.places)}
          >
            Replace {plan.places} of {matches.length}
          </Button>
        </>
      }
    >
      <label className={styles.all}>
        <Checkbox
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && ticked.length > 0;
          }}
          onChange={() => setLeftOut(new Set(isAll ? matches.map(placeKey) : []))}
        />
        All places
      </label>
      <PlaceList
        elements={byId}
        matches={matches}
        replacement={replacement}
        leftOut={leftOut}
        onToggle={toggle}
      />
      {plan.emptied.length > 0 && (
        <div className={styles.note}>
          <p id={`${id}emptied`}>
            {elementsText(plan.emptied.length)} would be left without text
            {deletesEmptied ? '.' : `, and ${plan.emptied.length === 1 ? 'stays' : 'stay'} as now.`}
          </p>
          <label className={styles.all}>
            <Checkbox
              aria-describedby={`${id}emptied`}
              checked={deletesEmptied}
              onChange={() => setDeletesEmptied(!deletesEmptied)}
            />
            {plan.emptied.length === 1 ? 'Delete it' : 'Delete them'}
          </label>
        </div>
      )}
      {plan.overfilled.length > 0 && (
        <p className={styles.note}>
          {elementsText(plan.overfilled.length)} would have more than 20,000 characters, and{' '}
          {plan.overfilled.length === 1 ? 'stays' : 'stay'} as now.
        </p>
      )}
    </Dialog>
  );
}

function elementsText(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}
