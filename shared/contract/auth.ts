import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date, storableText } from './fields.ts';

/** Signed-in user as the web sees it. Stripe ids never leave the server. */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  creditBalance: z.number(),
  subscriptionStatus: z.string().nullable(),
  subscriptionCurrentPeriodEnd: date.nullable(),
  isAdmin: z.boolean(),
  createdAt: date,
  updatedAt: date,
});
/** As the web receives it: dates are ISO text. */
export type User = z.input<typeof User>;

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in user',
  reply: User,
});

/** Request a code and a link by mail; the reply is the same for every address (decision OQ-01). */
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
 * How the page of a link asked: in the browser that requested the mail, in another one, or in one
 * where someone else is signed in.
 */
export const linkQuestions = ['here', 'elsewhere', 'switch'] as const;
export type LinkQuestion = (typeof linkQuestions)[number];

/**
 * Sign in by the button of the link's page. It also accepts the page's form, and replies to it with
 * 303 or a page.
 */
export const followLoginLink = endpoint({
  method: 'POST',
  path: '/api/login/link',
  summary: 'Sign in with the mailed link',
  body: z.object({
    /** Token of the link. */
    token: storableText(100),
    /** The question that was shown; if it has changed, the form is shown again. */
    question: z.enum(linkQuestions).optional(),
  }),
  reply: z.object({ redirectTo: z.string() }),
});
