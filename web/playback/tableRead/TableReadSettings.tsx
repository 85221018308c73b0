import { type ReactNode, useId } from 'react';
import { speakerKey } from '#screenplay/cue.ts';
import type { Voice } from '#shared/contract/voices.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SelectField } from '#web/ui/TextField.tsx';
import type { DeviceVoice } from '../deviceVoices.ts';
import type { TableCast, TableReadPreferences } from './preferences.ts';
import styles from './TableReadSettings.module.css';

/** A speaker of the script, and the voice of that character. */
export interface TableSpeaker {
  name: string;
  /** Name of the character's own voice; null: there is none. */
  voiceName: string | null;
}

interface TableReadSettingsProps {
  preferences: TableReadPreferences;
  cast: TableCast;
  speakers: readonly TableSpeaker[];
  deviceVoices: readonly DeviceVoice[];
  libraryVoices: readonly Voice[];
  onPreferences: (change: Partial<TableReadPreferences>) => void;
  onCast: (change: Partial<TableCast>) => void;
  /** Further actions: voicing all lines, exports. */
  children: ReactNode;
}

/**
 * Show which parts are read, by which voices, and which speaker the user reads. Changes apply
 * immediately.
 */
export function TableReadSettings(props: TableReadSettingsProps) {
  const { preferences, cast, speakers, onPreferences, onCast } = props;
  return (
    <div className={styles.settings}>
      <ReadGroup {...props} />
      <fieldset className={styles.group}>
        <legend>My part</legend>
        <SelectField
          label="I read"
          value={cast.mine ?? ''}
          onChange={({ target }) => onCast({ mine: target.value || null })}
        >
          <option value="">Nobody: I listen</option>
          {speakers.map(({ name }) => (
            <option key={name} value={speakerKey(name)}>
              {name}
            </option>
          ))}
        </SelectField>
        <Choice
          label="Hide my lines"
          hint="Your lines are left silent for their estimated length."
          isChosen={cast.isMineHidden}
          isDisabled={cast.mine === null}
          onChoose={(isMineHidden) => onCast({ isMineHidden })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Voices</legend>
        <Choice
          label="Use this device's voices for characters without one"
          hint={props.deviceVoices.length > 0 ? undefined : 'This device has no voices.'}
          isChosen={preferences.usesDevice && props.deviceVoices.length > 0}
          isDisabled={props.deviceVoices.length === 0}
          onChoose={(usesDevice) => onPreferences({ usesDevice })}
        />
        <ul className={styles.voices}>
          {speakers.map((speaker) => (
            <SpeakerVoice key={speaker.name} speaker={speaker} {...props} />
          ))}
        </ul>
      </fieldset>
      {props.children && (
        <fieldset className={styles.group}>
          <legend>Whole script</legend>
          {props.children}
        </fieldset>
      )}
    </div>
  );
}

/** Show which parts are read, and who reads them. */
function ReadGroup(props: TableReadSettingsProps) {
  const { preferences, onPreferences } = props;
  return (
    <fieldset className={styles.group}>
      <legend>Read</legend>
      <Choice
        label="Scene headings"
        isChosen={preferences.headings}
        onChoose={(headings) => onPreferences({ headings })}
      />
      <Choice label="Action" isChosen={preferences.action} onChoose={(action) => onPreferences({ action })} />
      <Choice
        label="Parentheticals, as direction"
        isChosen={preferences.directions}
        onChoose={(directions) => onPreferences({ directions })}
      />
      <NarratorField {...props} />
    </fieldset>
  );
}

function NarratorField({ preferences, deviceVoices, libraryVoices, onPreferences }: TableReadSettingsProps) {
  const isAsked = preferences.headings || preferences.action;
  const isSilent = isAsked && deviceVoices.length === 0 && preferences.narrator.startsWith('device:');
  return (
    <SelectField
      label="Narrator"
      hint={isSilent ? 'This device has no voices. Choose one of the library.' : undefined}
      value={preferences.narrator}
      disabled={!isAsked}
      onChange={({ target }) => onPreferences({ narrator: target.value })}
    >
      <option value="device:">This device</option>
      <DeviceOptions voices={deviceVoices} prefix="device:" />
      {libraryVoices.length > 0 && (
        <optgroup label="Voice library">
          {libraryVoices.map(({ voice_id: id, name }) => (
            <option key={id} value={`voice:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  );
}

interface SpeakerVoiceProps extends Pick<TableReadSettingsProps, 'cast' | 'deviceVoices' | 'onCast'> {
  speaker: TableSpeaker;
}

function SpeakerVoice({ speaker: { name, voiceName }, cast, deviceVoices, onCast }: SpeakerVoiceProps) {
  const id = useId();
  const key = speakerKey(name);
  const choose = (uri: string) => {
    const { [key]: _, ...others } = cast.device;
    onCast({ device: uri === '' ? others : { ...others, [key]: uri } });
  };
  return (
    <li>
      <label className={styles.speaker} htmlFor={id}>
        {name}
      </label>
      <select id={id} value={cast.device[key] ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{voiceName ?? 'No voice assigned'}</option>
        <DeviceOptions voices={deviceVoices} prefix="" />
      </select>
    </li>
  );
}

function DeviceOptions({ voices, prefix }: { voices: readonly DeviceVoice[]; prefix: string }) {
  if (voices.length === 0) return null;
  return (
    <optgroup label="This device, for listening only">
      {voices.map(({ uri, name }) => (
        <option key={uri} value={`${prefix}${uri}`}>
          {name} (this device)
        </option>
      ))}
    </optgroup>
  );
}

interface ChoiceProps {
  label: string;
  hint?: string | undefined;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Choice({ label, hint, isChosen, isDisabled = false, onChoose }: ChoiceProps) {
  const hintId = useId();
  return (
    <div>
      <label className={styles.choice}>
        <Checkbox
          checked={isChosen}
          disabled={isDisabled}
          aria-describedby={hint && hintId}
          onChange={({ target }) => onChoose(target.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
