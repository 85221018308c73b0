import { storedValue } from '#web/lib/storage.ts';

/**
 * The speakers and voices of one project. Speakers are given by speakerKey of screenplay/cue.ts.
 */
export interface TableCast {
  /** Voices of this device that replace characters' own voices, by speaker. */
  device: Readonly<Record<string, string>>;
  /** The speaker whom the user reads; null: none. */
  mine: string | null;
  isMineHidden: boolean;
}

/** The user's table read settings. Stored in the browser. */
export interface TableReadPreferences {
  headings: boolean;
  action: boolean;
  directions: boolean;
  /** One of `speeds`. */
  speed: number;
  /**
   * `voice:` and the id of a library voice, or `device:` and the URI of a device voice; "" is the
   * device's default.
   */
  narrator: string;
  /** Characters without a voice are read by this device. */
  usesDevice: boolean;
  /** By project. */
  casts: Readonly<Record<string, TableCast>>;
}

export const speeds: readonly number[] = [0.75, 1, 1.25, 1.5, 2];
export const emptyCast: TableCast = { device: {}, mine: null, isMineHidden: false };

export const tableReadPreferences = storedValue<TableReadPreferences>('table-read', (value) => {
  const stored: Partial<Record<keyof TableReadPreferences, unknown>> = isRecord(value) ? value : {};
  const { headings, action, directions, speed, narrator, usesDevice, casts } = stored;
  return {
    headings: headings !== false,
    action: action !== false,
    directions: directions !== false,
    speed: typeof speed === 'number' && speeds.includes(speed) ? speed : 1,
    narrator: typeof narrator === 'string' && /^(voice|device):/.test(narrator) ? narrator : 'device:',
    usesDevice: usesDevice !== false,
    casts: isRecord(casts)
      ? Object.fromEntries(Object.entries(casts).map(([code, cast]) => [code, castIn(cast)]))
      : {},
  };
});

export function setTableRead(change: Partial<TableReadPreferences>): void {
  tableReadPreferences.set({ ...tableReadPreferences.get(), ...change });
}

export function setTableCast(code: string, change: Partial<TableCast>): void {
  const { casts } = tableReadPreferences.get();
  setTableRead({ casts: { ...casts, [code]: { ...(casts[code] ?? emptyCast), ...change } } });
}

function castIn(value: unknown): TableCast {
  const stored: Partial<Record<keyof TableCast, unknown>> = isRecord(value) ? value : {};
  const { device, mine, isMineHidden } = stored;
  const voices = isRecord(device) ? Object.entries(device) : [];
  return {
    device: Object.fromEntries(
      voices.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    mine: typeof mine === 'string' ? mine : null,
    isMineHidden: isMineHidden === true,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
