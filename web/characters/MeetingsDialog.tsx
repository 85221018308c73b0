import { useId, useState } from 'react';
import { type PartFacts, sortedByPartSize } from '#screenplay/facts/castFacts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { type CastInScript, countInWords } from './figures.ts';
import styles from './MeetingsDialog.module.css';

type Counted = 'together' | 'turns';

const measures: Record<Counted, { label: string; one: string; many: string }> = {
  together: { label: 'Scenes together', one: 'scene', many: 'scenes' },
  turns: { label: 'Speeches in turn', one: 'speech', many: 'speeches' },
};

/** Show who meets whom: a matrix, and on a phone a list for each character. */
export function MeetingsDialog({ script, onClose }: { script: CastInScript; onClose: () => void }) {
  const [counted, setCounted] = useState<Counted>('together');
  const [isAll, setIsAll] = useState(false);
  const captionId = useId();
  const all = sortedByPartSize(script.facts.parts.values());
  const speaking = all.filter(({ speeches }) => speeches > 0);
  const shown = isAll ? all : speaking;
  const { one, many } = measures[counted];
  return (
    <Dialog open onOpenChange={onClose} title="Who meets whom" width="full">
      <div className={styles.tools}>
        <MeasureChoice counted={counted} onChoose={setCounted} />
        {all.length > speaking.length && (
          <label className={styles.choice}>
            <input type="checkbox" checked={isAll} onChange={({ target }) => setIsAll(target.checked)} />
            Show all {all.length.toLocaleString('en-US')}, also those who say nothing
          </label>
        )}
      </div>
      {shown.length === 0 && <p className={styles.none}>Nobody speaks in the script yet.</p>}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <section className={styles.scroller} aria-labelledby={captionId} tabIndex={0}>
          <Matrix shown={shown} counted={counted} captionId={captionId} />
        </section>
      )}
      <ul className={styles.list}>
        {shown.map((part) => (
          <li key={part.key}>
            <h3 className={styles.name}>{part.name}</h3>
            <p className={styles.meets}>{meetsInWords(script, part, counted, one, many)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface MeasureChoiceProps {
  counted: Counted;
  onChoose: (counted: Counted) => void;
}

function MeasureChoice({ counted, onChoose }: MeasureChoiceProps) {
  return (
    <fieldset className={styles.measures}>
      <legend className={styles.legend}>Count</legend>
      {(Object.keys(measures) as Counted[]).map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name="counted" checked={counted === each} onChange={() => onChoose(each)} />
          {measures[each].label}
        </label>
      ))}
    </fieldset>
  );
}

interface MatrixProps {
  shown: readonly PartFacts[];
  counted: Counted;
  captionId: string;
}

function Matrix({ shown, counted, captionId }: MatrixProps) {
  const most = Math.max(1, ...shown.flatMap((part) => [...part[counted].values()]));
  return (
    <table className={styles.table}>
      <VisuallyHidden as="caption" id={captionId}>
        {measures[counted].label}, the largest part first
      </VisuallyHidden>
      <thead>
        <tr>
          <td className={styles.corner} />
          {shown.map(({ key, name }) => (
            <th key={key} scope="col" className={styles.column}>
              <span title={name}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((part) => (
          <tr key={part.key}>
            <th scope="row" className={styles.row} title={part.name}>
              {part.name}
            </th>
            {shown.map((other) => (
              <Cell key={other.key} part={part} other={other} counted={counted} most={most} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  part: PartFacts;
  other: PartFacts;
  counted: Counted;
  most: number;
}

function Cell({ part, other, counted, most }: CellProps) {
  if (part === other) return <td className={styles.same} />;
  const count = part[counted].get(other.key) ?? 0;
  if (count === 0) return <td />;
  const { one, many } = measures[counted];
  // One of five shades of a colour; the number is exact.
  const step = Math.ceil((count / most) * 5);
  return (
    <td data-step={step} title={`${part.name} and ${other.name}: ${countInWords(count, one, many)}`}>
      {count.toLocaleString('en-US')}
    </td>
  );
}

function meetsInWords(script: CastInScript, part: PartFacts, counted: Counted, one: string, many: string) {
  const others = [...part[counted]].sort((a, b) => b[1] - a[1]);
  if (others.length === 0) return 'Meets no other speaking character.';
  return others
    .map(([key, count]) => `${script.facts.parts.get(key)?.name ?? key} ${countInWords(count, one, many)}`)
    .join(', ');
}
