import {
  BetaApplication,
  betaExperiences,
  betaInterests,
  betaLimits,
  betaRoles,
} from '#shared/contract/beta.ts';
import { SelectField, TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './BetaForm.module.css';

/** What is wrong, by the name of the field. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** What stands in the fields, by their names. */
type Draft = ReadonlyMap<string, readonly string[]>;

interface BetaFormProps {
  /** The button that submits stands outside and names this. */
  id: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  problems: Problems;
  onProblems: (problems: Problems) => void;
  onSubmit: (application: BetaApplication) => void;
}

export function BetaForm({ id, draft, onDraft, problems, onProblems, onSubmit }: BetaFormProps) {
  const first = (name: string) => draft.get(name)?.[0] ?? '';
  const field = (name: string) => ({ name, defaultValue: first(name), error: problems[name] });

  const submit = (form: HTMLFormElement) => {
    const parsed = BetaApplication.safeParse(applicationIn(new FormData(form)));
    if (parsed.success) {
      onProblems({});
      onSubmit(parsed.data);
      return;
    }
    const found = new Map<string, string>();
    for (const { path, message } of parsed.error.issues)
      if (!found.has(String(path[0]))) found.set(String(path[0]), message);
    onProblems(Object.fromEntries(found));
    // In the order in which they stand, not in which they were checked.
    const wrong = [...form.elements].find((element) => found.has(element.getAttribute('name') ?? ''));
    if (wrong instanceof HTMLElement) wrong.focus();
  };

  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
      onChange={({ currentTarget, target }) => {
        onDraft(draftOf(new FormData(currentTarget)));
        const name = target.getAttribute('name') ?? '';
        if (problems[name]) onProblems({ ...problems, [name]: undefined });
      }}
    >
      <div className={styles.pair}>
        <TextField label="First name" autoComplete="given-name" required autoFocus {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" required {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
      <div className={styles.pair}>
        <Choice label="Role" ask="Select your role" options={betaRoles} {...field('role')} />
        <Choice
          label="Experience"
          ask="Select your experience level"
          options={betaExperiences}
          {...field('experience')}
        />
      </div>
      <TextArea
        label="Why do you want early access?"
        required
        hint={`${betaLimits.reasonMin} to ${betaLimits.reason} characters`}
        {...field('reason')}
      />
      <div className={styles.pair}>
        <TextArea label="Previous work" rows={3} hint="Optional" {...field('previousWork')} />
        <TextArea label="Current projects" rows={3} hint="Optional" {...field('currentProjects')} />
      </div>
      <fieldset className={styles.interests}>
        <legend>Interests</legend>
        {betaInterests.map((interest) => (
          <label key={interest}>
            <input
              type="checkbox"
              name="interests"
              value={interest}
              defaultChecked={draft.get('interests')?.includes(interest) ?? false}
            />
            {interest}
          </label>
        ))}
      </fieldset>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  /** What stands there until something is chosen. */
  ask: string;
  options: readonly string[];
  name: string;
  defaultValue: string;
  error: string | undefined;
}

function Choice({ ask, options, ...field }: ChoiceProps) {
  return (
    <SelectField required {...field}>
      <option value="">{ask}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {`${option[0]?.toUpperCase()}${option.slice(1)}`}
        </option>
      ))}
    </SelectField>
  );
}

function draftOf(form: FormData): Draft {
  const names = new Set(form.keys());
  return new Map([...names].map((name) => [name, form.getAll(name).map(String)]));
}

/** As the contract takes it, whatever stands in the fields. */
function applicationIn(form: FormData): Record<string, unknown> {
  return { ...Object.fromEntries(form), interests: form.getAll('interests') };
}
