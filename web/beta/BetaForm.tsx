import type { ComponentProps } from 'react';
import { betaExperiences, betaInterests, betaLimits, betaRoles } from '#shared/contract/beta.ts';
import type { Form } from '#web/lib/useForm.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './BetaForm.module.css';

/** Values of the fields. */
export interface BetaDraft {
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  experience: string;
  reason: string;
  previousWork: string;
  currentProjects: string;
  interests: string[];
}

export const emptyApplication: BetaDraft = {
  firstName: '',
  lastName: '',
  email: '',
  role: '',
  experience: '',
  reason: '',
  previousWork: '',
  currentProjects: '',
  interests: [],
};

interface BetaFormProps {
  form: Pick<Form<BetaDraft>, 'form' | 'draft' | 'field' | 'write'>;
}

export function BetaForm({ form: { form, draft, field, write } }: BetaFormProps) {
  return (
    <form {...form} className={styles.form}>
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
        <legend className={styles.legend}>Interests</legend>
        {betaInterests.map((interest) => (
          <label key={interest}>
            <Checkbox
              name="interests"
              value={interest}
              checked={draft.interests.includes(interest)}
              onChange={({ target: { checked } }) => {
                const isChosen = (each: string) =>
                  each === interest ? checked : draft.interests.includes(each);
                write({ interests: betaInterests.filter(isChosen) });
              }}
            />
            {interest}
          </label>
        ))}
      </fieldset>
    </form>
  );
}

interface ChoiceProps extends ComponentProps<'select'> {
  label: string;
  /** Placeholder of the choice. */
  ask: string;
  options: readonly string[];
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
