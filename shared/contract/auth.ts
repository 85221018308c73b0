import { z } from 'zod';
import { afterDialogueTypes, elementKeySets } from '#screenplay/flow.ts';
import { endpoint } from '../endpoint.ts';
import { date, storableText } from './fields.ts';

/** Signed-in user for the web. It contains no ids of the payment provider. */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** Null: the user has not been asked. */
  elementKeys: z.enum(elementKeySets).nullable(),
  /** Null: the default. */
  afterDialogue: z.enum(afterDialogueTypes).nullable(),
  creditBalance: z.number(),
  subscriptionStatus: z.string().nullable(),
  subscriptionCurrentPeriodEnd: date.nullable(),
  isAdmin: z.boolean(),
  createdAt: date,
  updatedAt: date,
});
/** The user as received by the web, with dates as ISO text. */
export type User = z.input<typeof User>;

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in user',
  reply: User,
});

/** Request a code and a link by mail. The reply is the same for every address (decision OQ-01). */
export const requestLogin = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Mail a sign-in code and link',
  body: z.object({
    email: z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address')),
    invite: storableText(128).optional(),
    returnTo: storableText(2000).optional(),
  }),
  reply: z.object({ sent: z.literal(true) }),
  status: 202,
});

export const verifyLogin = endpoint({
  method: 'POST',
  path: '/api/login/verify',
  summary: 'Sign in with the mailed code',
  body: z.object({
    email: z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address')),
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Enter the six digits of the code'),
  }),
  reply: z.object({ redirectTo: z.string() }),
});

/**
 * Situation in which a link was opened: in the browser that requested it, in another browser, or in
 * one where another user is signed in.
 */
export const linkQuestions = ['here', 'elsewhere', 'switch'] as const;
export type LinkQuestion = (typeof linkQuestions)[number];

/**
 * Sign in by the button of the link's page. A form without JavaScript is accepted too, and answered
 * with a redirect or a page.
 */
export const followLoginLink = endpoint({
  method: 'POST',
  path: '/api/login/link',
  summary: 'Sign in with the mailed link',
  body: z.object({
    /** Token of the link. */
    token: storableText(100),
    /** The situation that the page showed. If it is different now, the page is shown again. */
    question: z.enum(linkQuestions).optional(),
  }),
  reply: z.object({ redirectTo: z.string() }),
});
