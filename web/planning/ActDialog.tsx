import { type Act, ActCreate } from '#shared/contract/acts.ts';
import { formValuesOf } from '#web/lib/formBody.ts';
import { useForm } from '#web/lib/useForm.ts';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './PlanDialog.module.css';
import { PlanForm } from './PlanForm.tsx';
import { useCreateAct, useUpdateAct } from './planning.data.ts';
import { ThemeChoice } from './ThemeChoice.tsx';

interface ActDialogProps {
  projectId: number;
  /** The act to edit; undefined for a new one. */
  act?: Act;
  /** Number of acts. */
  count: number;
  isDeleted?: boolean;
  onClose: () => void;
}

/** Initial values of an act (docs/spec/planning.md). */
const newAct = {
  title: '',
  subtitle: null,
  startPage: 1,
  endPage: 30,
  colorTheme: 'blue',
} satisfies Partial<Act>;

/** Edit the name, pages and colour of an act. */
export function ActDialog({ projectId, act, count, isDeleted = false, onClose }: ActDialogProps) {
  const create = useCreateAct(projectId);
  const update = useUpdateAct(projectId);
  const form = useForm({
    schema: ActCreate,
    opened: () => formValuesOf(act ?? newAct, ['title', 'subtitle', 'startPage', 'endPage', 'colorTheme']),
    rules: ({ startPage, endPage }) => ({
      startPage: pageProblem(startPage),
      endPage: pageProblem(endPage),
    }),
    save({ body }) {
      if (isDeleted) return null;
      return act
        ? update.mutateAsync({ actId: act.id, ...body })
        : create.mutateAsync({ ...body, number: count + 1, orderIndex: count });
    },
    onSaved: onClose,
  });
  const { draft, field } = form;
  const isBackwards =
    !pageProblem(draft.startPage) &&
    !pageProblem(draft.endPage) &&
    Number(draft.endPage) < Number(draft.startPage);

  return (
    <PlanForm
      title={act ? 'Edit Act' : 'Add New Act'}
      verb={act ? 'Save' : 'Add Act'}
      form={form}
      onClose={onClose}
      gone={isDeleted ? 'Someone else has deleted this act.' : null}
    >
      <TextField label="Title" autoFocus required maxLength={200} dir="auto" {...field('title')} />
      <TextField label="Subtitle" maxLength={300} dir="auto" {...field('subtitle')} />
      <div className={styles.pair}>
        <TextField label="Start page" type="number" min={1} step={1} {...field('startPage')} />
        <TextField
          label="End page"
          type="number"
          min={1}
          step={1}
          hint={isBackwards ? 'This is before the start page.' : undefined}
          {...field('endPage')}
        />
      </div>
      <ThemeChoice value={draft.colorTheme} onChange={(colorTheme) => form.write({ colorTheme })} />
    </PlanForm>
  );
}

/** Maximum of the database column. */
const maxPage = 2 ** 31 - 1;

/** Return why a page is invalid; null if it is valid. */
function pageProblem(text: string): string | null {
  const page = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(page) || page > maxPage) return 'Enter a whole number';
  return page < 1 ? 'Must be 1 or more' : null;
}
