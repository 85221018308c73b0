import { useId } from 'react';
import { type ColorTheme, colorThemes } from '#screenplay/colorThemes.ts';
import styles from './ThemeChoice.module.css';

/** The eight offered colours (decision OQ-86). Another stored colour is shown in addition. */
const offered: ColorTheme[] = colorThemes.filter((theme) => theme !== 'teal');

interface ThemeChoiceProps {
  value: ColorTheme;
  onChange: (theme: ColorTheme) => void;
}

export function ThemeChoice({ value, onChange }: ThemeChoiceProps) {
  const name = useId();
  const themes = offered.includes(value) ? offered : [...offered, value];
  return (
    <fieldset className={styles.themes}>
      <legend className={styles.legend}>Color theme</legend>
      <div className={styles.list}>
        {themes.map((theme) => (
          <label key={theme} className={styles.theme} data-theme={theme}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={theme}
              checked={theme === value}
              onChange={() => onChange(theme)}
            />
            <span className={styles.swatch} aria-hidden="true" />
            {theme.charAt(0).toUpperCase() + theme.slice(1)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
