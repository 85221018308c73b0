import type { ReactNode } from 'react';
import { characterTypes } from '#shared/contract/characters.ts';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './CharacterForm.module.css';
import { ageProblem, type CharacterDraft } from './draft.ts';
import { KindMark } from './KindMark.tsx';

type TextFieldName = Exclude<keyof CharacterDraft, 'characterType' | 'voiceId' | 'voiceSettings'>;

interface CharacterFormProps {
  id: string;
  draft: CharacterDraft;
  problems: Partial<Record<string, string>>;
  isReadOnly: boolean;
  /** Below the name: what can be done when somebody has it. */
  nameAction: ReactNode;
  /** Below the field of the style. */
  styleTools: ReactNode;
  /** Which voice, and how it speaks. */
  voice: ReactNode;
  /** Beside the first fields. */
  avatar: ReactNode;
  onWrite: (change: Partial<CharacterDraft>) => void;
  onSubmit: () => void;
}

export function CharacterForm({ id, draft, problems, isReadOnly, onWrite, ...props }: CharacterFormProps) {
  const field = (name: TextFieldName) => ({
    name,
    value: draft[name],
    error: problems[name],
    readOnly: isReadOnly,
    autoComplete: 'off',
    dir: 'auto',
    onChange: ({ target }: { target: { value: string } }) => onWrite({ [name]: target.value }),
  });
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
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
            <TextField
              label="Age"
              {...field('age')}
              inputMode="numeric"
              error={problems.age ?? ageProblem(draft.age)}
            />
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
                  onChange={() => onWrite({ characterType: type })}
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
          hint="How the character looks. Avatars are drawn by it."
        />
        {props.styleTools}
      </div>
    </form>
  );
}
