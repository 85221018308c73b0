import { descriptionTexts } from '#shared/contract/characters.ts';
import { VoiceDesign, voiceAccents, voiceAges, voiceGenders } from '#shared/contract/voices.ts';
import { Generate } from '#web/ai/Generate.tsx';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './DesignDialog.module.css';
import { accentLabels, ageLabels, type DesignedFor, firstDesign, genderLabels } from './designDraft.ts';
import { useVoiceDescription } from './useVoiceDescription.ts';
import { useVoiceDesign } from './useVoiceDesign.ts';

export interface DesignOffers {
  design: PricedAction;
  description: PricedAction;
  onRetry: () => void;
}

interface DesignDialogProps {
  projectId: number;
  person: DesignedFor;
  offers: DesignOffers;
  /** Called with the id of a usable voice. */
  onMade: (voiceId: string) => void;
  /** Return to the library. */
  onBack: () => void;
  onClose: () => void;
}

/** Design a voice from a description. */
export function DesignDialog({ projectId, person, offers, onMade, onBack, onClose }: DesignDialogProps) {
  const form = useDesignForm(person, (draft) => {
    if (!design.isRunning && offers.design.status === 'open') design.start(draft);
  });
  const { draft, field, write } = form;
  const design = useVoiceDesign(projectId, onMade, onBack);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Design Your Voice"
      footer={
        <>
          <Button onClick={onBack}>Voice Library</Button>
          <span className={styles.gap} />
          <Generate
            label="Create Voice"
            doing={`Making the voice ${draft.voiceName}`}
            offer={offers.design}
            isRunning={design.isRunning}
            onGenerate={() => design.start(draft)}
            onCancel={design.giveUp}
            onRetry={offers.onRetry}
          />
        </>
      }
    >
      <form {...form.form} className={styles.form}>
        <TextField label="Voice name" autoComplete="off" dir="auto" {...field('voiceName')} />
        <DescriptionField {...{ projectId, person, offers, form }} />
        <SoundChoices draft={draft} onWrite={write} />
      </form>
    </Dialog>
  );
}

function useDesignForm(person: DesignedFor, onSubmit: (draft: VoiceDesign) => void) {
  return useForm({
    schema: VoiceDesign,
    opened: () => firstDesign(person),
    // A missing text is reported in a toast, one that is too long by the server.
    rules: () => ({ prompt: null, voiceName: null }),
    warns: false,
    save({ draft }) {
      onSubmit(draft);
      return null;
    },
  });
}

interface DescriptionFieldProps extends Pick<DesignDialogProps, 'projectId' | 'person' | 'offers'> {
  form: ReturnType<typeof useDesignForm>;
}

/** The description of the voice, which can be generated from the character. */
function DescriptionField({ projectId, person, offers, form }: DescriptionFieldProps) {
  const { draft, field, write } = form;
  const description = useVoiceDescription(projectId, (prompt) => write({ prompt }));
  const describe = () => {
    if (person.name.trim() === '') form.complain({ prompt: descriptionTexts.voiceNeedsName });
    else description.start(person);
  };
  return (
    <div className={styles.described}>
      <TextArea
        label="Description"
        dir="auto"
        rows={4}
        {...field('prompt')}
        hint={`20 to 1000 characters; ${draft.prompt.length.toLocaleString('en-US')} now`}
      />
      <Generate
        label="Generate voice description"
        doing="Describing the voice"
        offer={offers.description}
        isRunning={description.isRunning}
        onGenerate={describe}
        onCancel={description.cancel}
        onRetry={offers.onRetry}
      />
    </div>
  );
}

interface SoundChoicesProps {
  draft: VoiceDesign;
  onWrite: (change: Partial<VoiceDesign>) => void;
}

/** Show the choices of the voice's sound. */
function SoundChoices({ draft, onWrite }: SoundChoicesProps) {
  return (
    <>
      <div className={styles.choices}>
        <Choice
          label="Gender"
          values={voiceGenders}
          labels={genderLabels}
          value={draft.gender}
          onChoose={(gender) => onWrite({ gender })}
        />
        <Choice
          label="Age"
          values={voiceAges}
          labels={ageLabels}
          value={draft.age}
          onChoose={(age) => onWrite({ age })}
        />
        <Choice
          label="Accent"
          values={voiceAccents}
          labels={accentLabels}
          value={draft.accent}
          onChoose={(accent) => onWrite({ accent })}
        />
      </div>
      <Slider
        label="Accent strength"
        min={0}
        max={1}
        step={0.1}
        value={draft.accentStrength}
        text={draft.accentStrength.toFixed(1)}
        onChange={(accentStrength) => onWrite({ accentStrength })}
      />
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  labels: Record<Value, string>;
  value: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, labels, value, onChoose }: ChoiceProps<Value>) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = values.find((each) => each === target.value);
        if (chosen) onChoose(chosen);
      }}
    >
      {values.map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </SelectField>
  );
}
