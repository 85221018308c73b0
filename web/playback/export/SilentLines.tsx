import { useId } from 'react';
import type { Voice } from '#shared/contract/voices.ts';
import type { ReadClip } from '#web/audio/readClip.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SelectField } from '#web/ui/TextField.tsx';
import styles from './SilentLines.module.css';
import { type UnfiledLines, unfiledLinesOf, unfiledText } from './unfiledLines.ts';

/** Voices that an export can give to speakers without a voice that can be in a file. */
export interface ExportVoices {
  library: readonly Pick<Voice, 'voice_id' | 'name'>[];
  /** Ids of voices by speakerKey, or narratorKey. */
  chosen: Readonly<Record<string, string>>;
  /** "": no voice. */
  onChoose: (key: string, voiceId: string) => void;
  /** Reason why speech is not available now; null: it is. */
  unavailableReason: string | null;
  /** Return the price of speaking the rest of these clips; null: it is free. */
  priceOf: (clips: readonly ReadClip[]) => string | null;
  isPaying: boolean;
  onPaying: (isPaying: boolean) => void;
}

interface SilentLinesProps {
  clips: readonly ReadClip[];
  /** The type of the export. */
  file?: 'MP3' | 'film';
  /** Undefined: only lists the silent lines. */
  voices?: ExportVoices | undefined;
}

/** List before an export which lines will be silent, and offer voices that can be in a file. */
export function SilentLines({ clips, file = 'MP3', voices }: SilentLinesProps) {
  const headingId = useId();
  const groups = unfiledLinesOf(clips);
  if (groups.length === 0) return null;
  const isSilent = groups.some(({ silent }) => silent > 0);
  const price = voices && !voices.isPaying ? voices.priceOf(clips) : null;
  return (
    <section className={styles.silent} aria-labelledby={headingId}>
      <h3 className={styles.heading} id={headingId}>
        {isSilent ? `Silent in the ${file}` : `Voices in the ${file}`}
      </h3>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={`${group.key} ${group.needsVoice}`} className={styles.group}>
            <p className={styles.text}>{unfiledText(group)}</p>
            <VoiceChoice group={group} voices={voices} />
          </li>
        ))}
      </ul>
      {voices?.unavailableReason && isSilent && <p className={styles.note}>{voices.unavailableReason}</p>}
      {voices && (price !== null || voices.isPaying) && (
        <label className={styles.paying}>
          <Checkbox checked={voices.isPaying} onChange={({ target }) => voices.onPaying(target.checked)} />
          {voices.isPaying ? 'Speak the lines without a file' : `Speak the lines without a file (${price})`}
        </label>
      )}
      {isSilent && <p className={styles.note}>The {file} can be made without them.</p>}
    </section>
  );
}

function VoiceChoice({ group, voices }: { group: UnfiledLines; voices: ExportVoices | undefined }) {
  const { key, speaker, needsVoice } = group;
  if (
    !voices ||
    !needsVoice ||
    key === null ||
    voices.unavailableReason !== null ||
    voices.library.length === 0
  )
    return null;
  return (
    <SelectField
      label={`Voice of ${speaker} in this file`}
      value={voices.chosen[key] ?? ''}
      onChange={({ target }) => voices.onChoose(key, target.value)}
    >
      <option value="">None: silent</option>
      {voices.library.map(({ voice_id: id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
