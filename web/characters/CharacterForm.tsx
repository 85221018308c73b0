import type { ReactNode } from 'react';
import { characterTypes } from '#shared/contract/characters.ts';
import type { Form } from '#web/lib/useForm.ts';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './CharacterForm.module.css';
import { ageProblem, type CharacterDraft } from './draft.ts';
import { KindMark } from './KindMark.tsx';

type TextFieldName = Exclude<keyof CharacterDraft, 'characterType' | 'voiceId' | 'voiceSettings'>;

interface CharacterFormProps {
  form: Pick<Form<CharacterDraft>, 'form' | 'draft' | 'field' | 'write'>;
  isReadOnly: boolean;
  /** Action below the name if another character has that name. */
  nameAction: ReactNode;
  /** Below the field of the style. */
  styleTools: ReactNode;
  /** The fields of the voice. */
  voice: ReactNode;
  /** Beside the first fields. */
  avatar: ReactNode;
}

export function CharacterForm({ form, isReadOnly, ...props }: CharacterFormProps) {
  const { draft, write } = form;
  const field = (name: TextFieldName) => ({
    ...form.field(name),
    readOnly: isReadOnly,
    autoComplete: 'off',
    dir: 'auto',
  });
  const age = field('age');
  return (
    <form {...form.form} className={styles.form}>
      <div className={styles.top}>
        {props.avatar}
        <div className={styles.fields}>
          <TextField label="Name" {...field('name')} required autoFocus={!isReadOnly} />
          {props.nameAction}
          <div className={styles.pair}>
            <TextField
              label="Role"
              {...field('role')}
              placeholder={isReadOnly ? undefined : 'What they are in the story'}
            />
            <TextField label="Age" {...age} inputMode="numeric" error={age.error ?? ageProblem(draft.age)} />
          </div>
          <fieldset className={styles.types} disabled={isReadOnly}>
            <legend className={styles.legend}>Type</legend>
            {characterTypes.map((type) => (
              <label key={type} className={styles.type}>
                <input
                  type="radio"
                  name="characterType"
                  value={type}
                  checked={draft.characterType === type}
                  onChange={() => write({ characterType: type })}
                />
                <KindMark type={type} />
              </label>
            ))}
          </fieldset>
        </div>
      </div>
      {props.voice}
      <TextArea label="Description" {...field('description')} rows={4} />
      <TextArea label="Arc" {...field('arc')} rows={3} />
      <div className={styles.fields}>
        <TextArea
          label="Visual aesthetic"
          {...field('visualAesthetic')}
          rows={3}
          hint="How the character looks. Avatars are generated from it."
        />
        {props.styleTools}
      </div>
    </form>
  );
}
