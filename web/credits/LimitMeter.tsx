import { Progress } from '#web/ui/Progress.tsx';
import styles from './LimitMeter.module.css';

interface LimitMeterProps {
  /** Label: "Credits of this month". */
  label: string;
  used: number;
  /** Null: there is no limit, so only the number is shown. */
  limit: number | null;
  /** Unit: "credits". */
  unit: string;
  /** Whether most of it is used. */
  isNear: boolean;
  /** Text below: when the limit is renewed. */
  note: string;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Show the used share of a limit, as a number and as a bar. */
export function LimitMeter({ label, used, limit, unit, isNear, note }: LimitMeterProps) {
  const isOver = limit !== null && used >= limit;
  return (
    <div className={styles.meter}>
      <p className={styles.figure}>
        <b>{number.format(used)}</b>
        {limit === null ? ` ${unit} this month, without a limit` : ` of ${number.format(limit)} ${unit}`}
      </p>
      {limit !== null && (
        <div className={isNear ? styles.near : undefined}>
          <Progress label={label} fraction={limit === 0 ? 1 : used / limit} />
        </div>
      )}
      <p className={isNear ? styles.warning : styles.note}>
        {isOver && 'The limit is reached. '}
        {isNear &&
          !isOver &&
          limit !== null &&
          `${Math.floor((used / limit) * 100)} % of the limit is spent. `}
        {note}
      </p>
    </div>
  );
}
