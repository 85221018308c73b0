import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './LimitField.module.css';

interface LimitFieldProps {
  /** Label with the unit: "Credits a month". */
  label: string;
  /** Null: there is no limit. */
  limit: number | null;
  isSaving: boolean;
  /** Message of the server about the rejected value. */
  problem: string | null;
  onSave: (limit: number | null) => void;
}

const max = 1_000_000;
const wrong = 'Enter a number from 0 to 1,000,000, with at most two decimals.';

/** Show a field that sets, changes or removes a limit. An empty field means no limit. */
export function LimitField({ label, limit, isSaving, problem, onSave }: LimitFieldProps) {
  const saved = limit === null ? '' : String(limit);
  // Null: nothing was typed since the limit was saved.
  const { form, draft, problems, write, reopen } = useForm({
    opened: { limit: null as string | null },
    rules: (typed) => ({ limit: limitFrom(typed.limit ?? saved) === undefined ? wrong : undefined }),
    warns: false,
    save(typed) {
      const chosen = limitFrom(typed.draft.limit ?? saved);
      if (isSaving || chosen === undefined) return null;
      reopen({ limit: null });
      if (chosen !== limit) onSave(chosen);
      return null;
    },
  });
  const typed = draft.limit ?? saved;
  return (
    <form {...form} className={styles.form}>
      <TextField
        label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder="No limit"
        maxLength={12}
        value={typed}
        error={problems.limit ?? problem ?? undefined}
        onChange={({ target }) => write({ limit: target.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" isBusy={isSaving} disabled={typed.trim() === saved}>
          Save limit
        </Button>
        {limit !== null && (
          <Button
            kind="ghost"
            disabled={isSaving}
            onClick={() => {
              reopen({ limit: null });
              onSave(null);
            }}
          >
            Remove limit
          </Button>
        )}
      </div>
    </form>
  );
}

/** Parse a limit; null if empty, undefined if invalid. Thousands may be separated by commas. */
function limitFrom(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(',', '');
  if (plain === '') return null;
  const limit = Number(plain);
  return /^\d+(\.\d{1,2})?$/.test(plain) && limit <= max ? limit : undefined;
}
