import { useId } from 'react';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** Formatted value: "0.8 s". */
  text: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Show a slider with its value. */
export function Slider({ label, value, min, max, step, text, disabled = false, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.track}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={text}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <output className={styles.value} htmlFor={id}>
        {text}
      </output>
    </div>
  );
}
