import { z } from 'zod';
import { afterDialogueTypes, elementKeySets } from '#screenplay/flow.ts';
import { endpoint } from '../endpoint.ts';
import { User } from './auth.ts';
import { date, digits, storableText } from './fields.ts';

/** Maximum length of a first or last name (docs/spec/account.md). */
export const maxPersonNameLength = 50;

const personName = (missing: string, tooLong: string) =>
  z.string(missing).trim().min(1, missing).max(maxPersonNameLength, tooLong).pipe(storableText(1000));

export const ProfilePatch = z.object({
  firstName: personName('First name is required', 'First name too long'),
  lastName: personName('Last name is required', 'Last name too long'),
  /**
   * Address of the current photo, which changes nothing, or null to remove the photo. A new photo
   * is uploaded.
   */
  profileImageUrl: storableText(2048).nullish(),
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/auth/user/profile',
  summary: "Change the caller's names, or remove the photo",
  body: ProfilePatch,
  reply: User,
});

export const updatePreferences = endpoint({
  method: 'PATCH',
  path: '/api/auth/user/preferences',
  summary: "Store the caller's preferences for writing",
  body: z.object({
    elementKeys: z.enum(elementKeySets).optional(),
    afterDialogue: z.enum(afterDialogueTypes).optional(),
  }),
  reply: User,
});

/** 5 MiB (docs/spec/account.md). */
export const photoLimitBytes = 5 * 1024 * 1024;
/** Multipart field of the file. */
export const photoField = 'photo';

export const photoTexts = {
  wrongType: 'Please select a JPEG, PNG, or WebP image.',
  tooLargeTitle: 'File too large',
  tooLarge: 'Please select an image smaller than 5MB.',
  tooManyPixels: 'Please select an image of at most 25 megapixels.',
  failed: 'Failed to upload photo. Please try again.',
} as const;

/** Multipart upload of one file in the field `photo`, read by a plain route. */
export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/api/auth/user/profile/photo',
  summary: 'Upload a new photo of the caller (multipart field photo: JPEG, PNG or WebP, up to 5 MB)',
  reply: User,
});

export const getCredits = endpoint({
  method: 'GET',
  path: '/api/user/credits',
  summary: 'The credits of the caller',
  reply: z.object({
    creditBalance: z.number(),
    /** Owed credits, for which the next incoming credits are used first. */
    creditsOwed: z.number(),
  }),
});

export const CreditEntry = z.object({
  id: z.number(),
  type: z.string(),
  /** Signed; negative for spent credits. */
  amount: z.number(),
  creditsAfter: z.number(),
  description: z.string().nullable(),
  aiService: z.string().nullable(),
  aiFeature: z.string().nullable(),
  costInUsd: z.number().nullable(),
  createdAt: date,
});
export type CreditEntry = z.input<typeof CreditEntry>;

export const listCreditHistory = endpoint({
  method: 'GET',
  path: '/api/user/credit-history',
  summary: 'Credit transactions of the caller, newest first',
  query: z.object({
    limit: digits(1)
      .refine((limit) => limit <= 100, 'Must be at most 100')
      .default(50),
  }),
  reply: z.array(CreditEntry),
});

/** Browser in which the caller is signed in. */
export const SignedInBrowser = z.object({
  /** User agent. Null: the browser sent none. */
  userAgent: z.string().nullable(),
  /** Beginning of the network address, such as "203.0.113". Null: an old session. */
  addressPrefix: z.string().nullable(),
  startedAt: date,
  /** Time of last use, accurate to the hour. */
  lastSeenAt: date,
  /** Whether it is the calling browser. */
  isCurrent: z.boolean(),
});
export type SignedInBrowser = z.input<typeof SignedInBrowser>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Browsers in which the caller is signed in, the calling one first, then by last use',
  reply: z.array(SignedInBrowser),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Sign the caller out in every other browser',
  reply: z.object({ ended: z.number() }),
});

export const downloadAccount = endpoint({
  method: 'GET',
  path: '/api/auth/user/archive',
  summary: "All of the caller's data as one zip file: the account, and an archive of each of their projects",
});

/**
 * First fields of account.json in the download. The web imports downloads up to this version; those
 * without a version are older than it.
 */
export const accountFormat = { format: 'cold-open-account', version: 1 } as const;

/** Project of the caller before the account is deleted. */
export const AccountDeletion = z.object({
  projects: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      /** Editors who could become the owner. */
      editors: z.array(
        z.object({
          id: z.string(),
          email: z.string(),
          firstName: z.string().nullable(),
          lastName: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type AccountDeletion = z.input<typeof AccountDeletion>;

export const getAccountDeletion = endpoint({
  method: 'GET',
  path: '/api/auth/user/deletion',
  summary: 'The projects of the caller, with the editors who could become the owner of each',
  reply: AccountDeletion,
});

export const accountTexts = {
  confirm: 'Type your email address to confirm.',
  subscribed: 'Please cancel your subscription first.',
  notAnEditor: 'A project can only be transferred to one of its editors.',
  newProjects: 'Your projects have changed in the meantime. Please look at them again.',
} as const;

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/user',
  summary:
    'Delete the account: projects that are not transferred are deleted, the ledger stays without a name',
  body: z.object({
    /** The caller's email address, typed. */
    confirm: storableText(300),
    /** All projects of the caller, each with its new owner, or null to delete it. */
    projects: z.array(z.object({ id: z.int(), newOwnerId: storableText(100).nullable() })).max(100_000),
  }),
  status: 204,
});
