import { memo } from 'react';
import { KeyCaps } from '#web/scriptEditor/keys/KeyCaps.tsx';
import { highlightSegments } from './fuzzyMatch.ts';
import styles from './Palette.module.css';
import type { PaletteEntry, Result, ResultGroup } from './results.ts';

interface PaletteGroupProps {
  group: ResultGroup;
  /** Prefix of the option ids. */
  idPrefix: string;
  activeKey: string | null;
  onPoint: (key: string) => void;
  onChoose: (entry: PaletteEntry) => void;
}

export function PaletteGroup({ group, idPrefix, activeKey, onPoint, onChoose }: PaletteGroupProps) {
  const { title, results, more } = group;
  return (
    <fieldset className={styles.groupBox} aria-labelledby={`${idPrefix}group-${title}`}>
      <p className={styles.group} id={`${idPrefix}group-${title}`}>
        {title}
      </p>
      {results.map((result) => (
        <Option
          key={result.entry.key}
          id={`${idPrefix}${result.entry.key}`}
          result={result}
          isActive={result.entry.key === activeKey}
          onPoint={onPoint}
          onChoose={onChoose}
        />
      ))}
      {more > 0 && <p className={styles.more}>{more} more. Type on to narrow them down.</p>}
    </fieldset>
  );
}

interface OptionProps {
  id: string;
  result: Result;
  isActive: boolean;
  onPoint: (key: string) => void;
  onChoose: (entry: PaletteEntry) => void;
}

const Option = memo(function Option({ id, result: { entry, at }, isActive, onPoint, onChoose }: OptionProps) {
  const detail = entry.detail?.();
  const isScript = entry.type === 'Scenes' || entry.type === 'Characters';
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.option}
      onPointerMove={() => {
        if (!isActive) onPoint(entry.key);
      }}
      // Keep the focus in the query.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
      // Assistive technology may focus an option.
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose(entry);
      }}
    >
      {entry.type === 'Scenes' && <span className={styles.number}>{entry.number}</span>}
      <span className={isScript ? styles.script : styles.label}>
        {highlightSegments(entry.label, at).map(({ text, from, isMatched }) =>
          isMatched ? <b key={from}>{text}</b> : text,
        )}
      </span>
      {detail && <span className={styles.detail}>{detail}</span>}
      {entry.chord && (
        <span className={styles.keys}>
          <KeyCaps chord={entry.chord} />
        </span>
      )}
    </div>
  );
});
