import type { Voice } from '#shared/contract/voices.ts';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import styles from './VoiceFilters.module.css';
import { categoriesOf, languageName, languagesOf, type VoiceFilter } from './voiceFilter.ts';

interface VoiceFiltersProps {
  voices: readonly Voice[];
  filter: VoiceFilter;
  onFilter: (filter: VoiceFilter) => void;
}

export function VoiceFilters({ voices, filter, onFilter }: VoiceFiltersProps) {
  const write = (change: Partial<VoiceFilter>) => onFilter({ ...filter, ...change });
  return (
    <div className={styles.filters}>
      <TextField
        label="Search"
        type="search"
        placeholder="Name, description or label"
        autoComplete="off"
        value={filter.search}
        onChange={({ target }) => write({ search: target.value })}
      />
      <SelectField
        label="Category"
        value={filter.category}
        onChange={({ target }) => write({ category: target.value })}
      >
        <option value="">All categories</option>
        {categoriesOf(voices).map((category) => (
          <option key={category} value={category}>
            {category}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Language"
        value={filter.language}
        onChange={({ target }) => write({ language: target.value })}
      >
        <option value="">All languages</option>
        {languagesOf(voices).map((language) => (
          <option key={language} value={language}>
            {languageName(language)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
