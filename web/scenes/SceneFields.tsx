import type { ChangeEvent, CompositionEvent } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { isComposingInput } from '#web/lib/composition.ts';
import type { Form } from '#web/lib/useForm.ts';
import { SelectField, TextArea, TextField } from '#web/ui/TextField.tsx';
import { actTitle, type PlannedGroups, selectableActs } from './grouping.ts';
import styles from './SceneDialog.module.css';
import type { SceneDraft } from './sceneForm.ts';
import { isOpening } from './sceneName.ts';

interface SceneFieldsProps {
  form: Pick<Form<SceneDraft>, 'draft' | 'field' | 'write'>;
  scene: Scene | null;
  scenes: readonly Scene[];
  plan: PlannedGroups;
}

export function SceneFields({ form, scene, scenes, plan }: SceneFieldsProps) {
  const { field, write } = form;
  const isUntitled = scene !== null && isOpening(scene);
  return (
    <>
      <div className={styles.row}>
        <TextField
          label="Scene number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          hint={isUntitled ? 'Text before the first scene has none, and stays first.' : undefined}
          {...field('sceneNumber')}
        />
        <ActField form={form} scenes={scenes} plan={plan} />
      </div>
      <TextField
        label="Heading"
        autoFocus={scene === null}
        autoComplete="off"
        autoCapitalize="characters"
        dir="auto"
        placeholder="INT. KITCHEN - DAY"
        hint={isUntitled ? 'With a heading it becomes a separate scene.' : undefined}
        {...field('heading')}
        onChange={(event) => write({ heading: capitals(event) })}
        onCompositionEnd={(event) => write({ heading: capitals(event) })}
      />
      <div className={styles.row}>
        <TextField
          label="Location"
          autoComplete="off"
          dir="auto"
          hint="Leave empty to use the heading."
          {...field('location')}
        />
        <TextField
          label="Time of day"
          autoComplete="off"
          dir="auto"
          hint="Leave empty to use the heading."
          {...field('timeOfDay')}
        />
      </div>
      <div className={styles.row}>
        <TextField
          label="Page (optional)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          {...field('pageNumber')}
        />
        <SequenceField form={form} plan={plan} />
      </div>
      <TextArea label="Notes" dir="auto" {...field('notes')} />
    </>
  );
}

function ActField({ form, scenes, plan: { acts } }: Pick<SceneFieldsProps, 'form' | 'scenes' | 'plan'>) {
  const { draft, field, write } = form;
  const actNumbers = selectableActs(scenes, acts, draft.actNumber);
  return (
    <SelectField
      label="Act"
      {...field('actNumber')}
      onChange={({ target }) =>
        // A sequence belongs to one act, so another act clears it.
        write({ actNumber: target.value, sequenceId: '' })
      }
    >
      {actNumbers.map((number) => (
        <option key={number} value={number}>
          {optionText(number, actTitle(number, acts))}
        </option>
      ))}
    </SelectField>
  );
}

function SequenceField({ form, plan: { sequences } }: Pick<SceneFieldsProps, 'form' | 'plan'>) {
  const { draft, field } = form;
  const ofAct = sequences.filter(({ actNumber }) => `${actNumber}` === draft.actNumber);
  return (
    <SelectField
      label="Sequence"
      hint={ofAct.length === 0 ? 'This act has no sequences.' : undefined}
      {...field('sequenceId')}
    >
      <option value="">No sequence</option>
      {ofAct.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function optionText(number: number, title: string): string {
  return title === `Act ${number}` ? title : `Act ${number}: ${title}`;
}

/** Return the text in capitals and keep the caret; an unfinished composition stays unchanged. */
function capitals(event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>): string {
  const field = event.currentTarget;
  if (isComposingInput(event.nativeEvent)) return field.value;
  const upper = field.value.toUpperCase();
  if (upper === field.value) return upper;
  const { selectionStart, selectionEnd } = field;
  field.value = upper;
  field.setSelectionRange(selectionStart, selectionEnd);
  return upper;
}
