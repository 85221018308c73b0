import { memo, useEffect, useRef, useState } from 'react';
import type { ContextPart } from '#shared/contract/ai.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import styles from './ContextLine.module.css';
import { formText, inNumbers, type PartGroup } from './givenWords.ts';

type LeaveOut = (keys: readonly string[], isOut: boolean) => void;

interface ContextGroupProps {
  group: PartGroup;
  leaveOut: ReadonlySet<string>;
  onLeaveOut: LeaveOut;
}

/** Number of parts of a group that are shown before "Show all". */
export const firstShown = 60;

export function ContextGroup({ group: { kind, title, parts }, leaveOut, onLeaveOut }: ContextGroupProps) {
  const [areAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = areAllShown ? parts : parts.slice(0, firstShown);
  const isAnyGiven = parts.some(({ key }) => !leaveOut.has(key));
  const verb = isAnyGiven ? 'Exclude all' : 'Include all';
  // The "Show all" button was removed: focus the first checkbox that replaced it.
  useEffect(() => {
    if (areAllShown) list.current?.querySelectorAll('input')[firstShown]?.focus();
  }, [areAllShown]);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {parts.length > 1 && (
        <Button
          kind="ghost"
          size="small"
          className={styles.all}
          aria-label={`${verb}: ${title}`}
          onClick={() =>
            onLeaveOut(
              parts.map(({ key }) => key),
              isAnyGiven,
            )
          }
        >
          {verb}
        </Button>
      )}
      <ul ref={list}>
        {shown.map((part) => (
          <Part key={part.key} part={part} isOut={leaveOut.has(part.key)} onLeaveOut={onLeaveOut} />
        ))}
      </ul>
      {shown.length < parts.length && (
        <Button size="small" className={styles.more} onClick={() => setAllShown(true)}>
          Show all {inNumbers(parts.length)} {kind === 'scene' ? 'scenes' : 'characters'}
        </Button>
      )}
    </fieldset>
  );
}

interface PartProps {
  part: ContextPart;
  isOut: boolean;
  onLeaveOut: LeaveOut;
}

/** Memoised, so that ticking another part does not re-render it. */
const Part = memo(({ part, isOut, onLeaveOut }: PartProps) => (
  <li>
    <label className={styles.part}>
      <Checkbox size="small" checked={!isOut} onChange={() => onLeaveOut([part.key], !isOut)} />
      <span className={styles.label}>{part.label}</span>{' '}
      <span className={styles.form}>{formText(part, isOut)}</span>
    </label>
  </li>
));
