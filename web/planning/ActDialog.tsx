import { useState } from 'react';
import type { Act } from '#shared/contract/acts.ts';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './PlanDialog.module.css';
import { PlanForm } from './PlanForm.tsx';
import { useCreateAct, useUpdateAct } from './planning.data.ts';
import { ThemeChoice } from './ThemeChoice.tsx';

interface ActDialogProps {
  projectId: number;
  /** None: a new one. */
  act?: Act;
  /** How many acts there are. */
  count: number;
  isGone?: boolean;
  onClose: () => void;
}

/** What an act is called, where it stands in the script, and its colour. */
export function ActDialog({ projectId, act, count, isGone = false, onClose }: ActDialogProps) {
  const [title, setTitle] = useState(act?.title ?? '');
  const [subtitle, setSubtitle] = useState(act?.subtitle ?? '');
  // The first values of an act are those of docs/spec/planning.md.
  const [startPage, setStartPage] = useState(String(act?.startPage ?? 1));
  const [endPage, setEndPage] = useState(String(act?.endPage ?? 30));
  const [colorTheme, setColorTheme] = useState(act?.colorTheme ?? 'blue');
  const [isTold, setIsTold] = useState(false);
  const create = useCreateAct(projectId);
  const update = useUpdateAct(projectId);

  const problems = {
    title: title.trim() === '' ? 'Title is required' : undefined,
    startPage: pageProblem(startPage),
    endPage: pageProblem(endPage),
  };
  const told: Partial<typeof problems> = isTold ? problems : {};
  const isBackwards = !problems.startPage && !problems.endPage && Number(endPage) < Number(startPage);

  const save = () => {
    setIsTold(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return null;
    const fields = {
      title,
      subtitle: subtitle.trim() === '' ? null : subtitle,
      startPage: Number(startPage),
      endPage: Number(endPage),
      colorTheme,
    };
    return act
      ? update.mutateAsync({ actId: act.id, ...fields })
      : create.mutateAsync({ ...fields, number: count + 1, orderIndex: count });
  };

  return (
    <PlanForm
      title={act ? 'Edit Act' : 'Add New Act'}
      verb={act ? 'Save' : 'Add Act'}
      words={{ title, subtitle, startPage, endPage, colorTheme }}
      onSave={save}
      onClose={onClose}
      gone={isGone ? 'Somebody has deleted this act meanwhile.' : null}
    >
      <TextField
        label="Title"
        autoFocus
        required
        maxLength={200}
        dir="auto"
        value={title}
        error={told.title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextField
        label="Subtitle"
        maxLength={300}
        dir="auto"
        value={subtitle}
        onChange={({ target }) => setSubtitle(target.value)}
      />
      <div className={styles.pair}>
        <TextField
          label="Start page"
          type="number"
          min={1}
          step={1}
          value={startPage}
          error={told.startPage}
          onChange={({ target }) => setStartPage(target.value)}
        />
        <TextField
          label="End page"
          type="number"
          min={1}
          step={1}
          value={endPage}
          error={told.endPage}
          hint={isBackwards ? 'This is before the start page.' : undefined}
          onChange={({ target }) => setEndPage(target.value)}
        />
      </div>
      <ThemeChoice value={colorTheme} onChange={setColorTheme} />
    </PlanForm>
  );
}

/** What a column of the database holds. */
const greatestPage = 2 ** 31 - 1;

function pageProblem(text: string): string | undefined {
  const page = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(page) || page > greatestPage) return 'Enter a whole number';
  return page < 1 ? 'Must be 1 or more' : undefined;
}
