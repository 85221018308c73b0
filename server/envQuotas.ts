import { type Read, shouldBe } from './envVariables.ts';

/** Limits of one kind, by whom they count. Null: no limit. */
export interface Quota {
  /** One person; for storage with all projects that the person owns. */
  person: number | null;
  project: number | null;
  /** The whole installation, with all its people. */
  organisation: number | null;
}

export interface Quotas {
  /** Files, in megabytes of 1,048,576 bytes. */
  storageMb: Quota;
  exportsPerDay: Quota;
  /** Credits that all users together may spend in a calendar month (UTC). */
  aiCreditsPerMonth: number | null;
}

export function quotasOf(read: Read): Quotas {
  const limit = (name: string) => {
    const value = read(name);
    if (value !== null && !/^[1-9]\d{0,8}$/.test(value))
      throw shouldBe(name, 'a whole number from 1 to 999999999', value);
    return value === null ? null : Number(value);
  };
  return {
    storageMb: {
      person: limit('QUOTA_PERSON_STORAGE_MB'),
      project: limit('QUOTA_PROJECT_STORAGE_MB'),
      organisation: limit('QUOTA_ORGANISATION_STORAGE_MB'),
    },
    exportsPerDay: {
      person: limit('QUOTA_PERSON_EXPORTS_PER_DAY'),
      project: limit('QUOTA_PROJECT_EXPORTS_PER_DAY'),
      organisation: limit('QUOTA_ORGANISATION_EXPORTS_PER_DAY'),
    },
    aiCreditsPerMonth: limit('QUOTA_ORGANISATION_AI_CREDITS_PER_MONTH'),
  };
}
