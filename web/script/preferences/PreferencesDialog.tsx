import type { ReactNode } from 'react';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { type AfterDialogue, afterDialogueTypes, elementKeySets } from '#screenplay/flow.ts';
import { keySetTexts } from '#web/scriptEditor/keys/keySets.ts';
import { type Preferences, usePreferences } from '#web/scriptEditor/preferences.ts';
import { Checkbox, Radio } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './PreferencesDialog.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  description: string;
}

const elementKeys = elementKeySets.map((value): Choice<Preferences['elementKeys']> => {
  const { label, tab, enter, enterInside } = keySetTexts[value];
  return { value, label, description: `Tab: ${tab}. Enter: ${enter}. Enter inside a line: ${enterInside}.` };
});

const afterDialogueTexts: Record<AfterDialogue, string> = {
  action: 'Enter after a speech goes on with action.',
  character: 'Enter after a speech goes on with the next speaker.',
};

const afterDialogue = afterDialogueTypes.map(
  (type): Choice<AfterDialogue> => ({
    value: type,
    label: elementLabels[type],
    description: afterDialogueTexts[type],
  }),
);

const switches = [
  {
    name: 'smartQuotes',
    label: 'Typographic quotation marks',
    description: 'As the language of the script has them, with apostrophes. Ctrl+Z restores what you typed.',
  },
  { name: 'smartDashes', label: 'Dashes', description: 'Two hyphens become a dash.' },
  {
    name: 'sentenceCapitals',
    label: 'Capitals at the start of sentences',
    description: 'In action and dialogue, when the first word ends.',
  },
  {
    name: 'spelling',
    label: 'Check spelling',
    description: 'On this computer. No text is sent anywhere.',
  },
] as const satisfies readonly { name: keyof Preferences; label: string; description: string }[];

/** Dialog with preferences, which apply at once. */
export function PreferencesDialog({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const preferences = usePreferences();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Writing preferences"
      description="Saved with your account for all your scripts."
    >
      <Choices
        name="elementKeys"
        legend="Element keys"
        choices={elementKeys}
        value={preferences.elementKeys}
        onChoose={(value) => preferences.set({ elementKeys: value })}
      />
      <Choices
        name="afterDialogue"
        legend="After dialogue"
        choices={afterDialogue}
        value={preferences.afterDialogue}
        onChoose={(value) => preferences.set({ afterDialogue: value })}
      />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Typing and spelling</legend>
        {switches.map(({ name, label, description }) => (
          <div key={name} className={styles.choice}>
            <Checkbox
              id={name}
              checked={preferences[name]}
              aria-describedby={`${name}-does`}
              onChange={({ target }) => preferences.set({ [name]: target.checked })}
            />
            <label htmlFor={name}>{label}</label>
            <p id={`${name}-does`}>{description}</p>
          </div>
        ))}
      </fieldset>
      {children}
    </Dialog>
  );
}

interface ChoicesProps<Value extends string> {
  name: string;
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}

function Choices<Value extends string>({ name, legend, choices, value, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map((choice) => {
        const id = `${name}-${choice.value}`;
        return (
          <div key={choice.value} className={styles.choice}>
            <Radio
              id={id}
              name={name}
              checked={choice.value === value}
              aria-describedby={`${id}-does`}
              onChange={() => onChoose(choice.value)}
            />
            <label htmlFor={id}>{choice.label}</label>
            <p id={`${id}-does`}>{choice.description}</p>
          </div>
        );
      })}
    </fieldset>
  );
}
