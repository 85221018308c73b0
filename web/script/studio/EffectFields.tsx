import { maxEffectTextLength } from '#shared/contract/audio.ts';
import { Slider } from '#web/ui/Slider.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import styles from './EffectFields.module.css';
import type { AudioSubject } from './subject.ts';

/** Input of a sound effect. */
export interface EffectDraft {
  text: string;
  seconds: number;
  /** From 0 to 1: how closely it follows the description. */
  influence: number;
}

/** Return the input with default length and influence (docs/spec/audio.md). */
export function effectOf(subject: AudioSubject): EffectDraft {
  return { text: subject.type === 'effect' ? subject.text : '', seconds: 8, influence: 0.5 };
}

interface EffectFieldsProps {
  order: EffectDraft;
  onWrite: (order: EffectDraft) => void;
}

export function EffectFields({ order, onWrite }: EffectFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextArea
        label="Sound effect"
        rows={2}
        dir="auto"
        maxLength={maxEffectTextLength}
        value={order.text}
        hint="Describe the sound: “heavy rain on a steel deck, far thunder”."
        onChange={({ target }) => onWrite({ ...order, text: target.value })}
      />
      <Slider
        label="Length"
        min={0.5}
        max={22}
        step={0.5}
        value={order.seconds}
        text={`${order.seconds.toFixed(1)} s`}
        onChange={(seconds) => onWrite({ ...order, seconds })}
      />
      <Slider
        label="Prompt influence"
        min={0}
        max={1}
        step={0.1}
        value={order.influence}
        text={order.influence.toFixed(1)}
        onChange={(influence) => onWrite({ ...order, influence })}
      />
    </div>
  );
}
