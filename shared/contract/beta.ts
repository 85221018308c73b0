import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { storableText } from './fields.ts';

export const betaStatuses = ['pending', 'approved', 'rejected'] as const;
export const betaRoles = ['screenwriter', 'director', 'producer', 'student', 'other'] as const;
export const betaExperiences = ['beginner', 'intermediate', 'advanced', 'professional'] as const;

/** Options of the form. The call also accepts other texts. */
export const betaInterests = [
  'Character Development',
  'Dialogue Writing',
  'Visual Storytelling',
  'AI-Assisted Writing',
  'Collaborative Writing',
  'Script Formatting',
  'Story Structure',
  'Genre Fiction',
  'Documentary',
  'Commercial Work',
] as const;

export const betaLimits = { name: 50, reasonMin: 10, reason: 500, work: 300 } as const;

const reasonTooShort = 'Please provide at least 10 characters explaining why you want early access';

/** Build the schema of a trimmed text with a maximum length. `tooLong` is its message. */
function shortText(max: number, tooLong: string, missing?: string) {
  return z
    .string(missing === undefined ? undefined : { error: missing })
    .trim()
    .max(max, { message: tooLong, abort: true })
    .pipe(storableText(max));
}

function nameOf(which: 'First' | 'Last') {
  const missing = `${which} name is required`;
  return shortText(betaLimits.name, `${which} name too long`, missing).pipe(z.string().min(1, missing));
}

function optionalWork(what: string) {
  const tooLong = `Please keep ${what} description under ${betaLimits.work} characters`;
  return shortText(betaLimits.work, tooLong).nullish();
}

/** Application for the beta. */
export const BetaApplication = z.object({
  firstName: nameOf('First'),
  lastName: nameOf('Last'),
  email: z
    .string({ error: 'Valid email is required' })
    .trim()
    .toLowerCase()
    .max(254, 'Valid email is required')
    .pipe(z.email('Valid email is required')),
  role: z.enum(betaRoles, 'Please select your role'),
  experience: z.enum(betaExperiences, 'Please select your experience level'),
  reason: shortText(
    betaLimits.reason,
    `Please keep your reason under ${betaLimits.reason} characters`,
    reasonTooShort,
  ).pipe(z.string().min(betaLimits.reasonMin, reasonTooShort)),
  previousWork: optionalWork('previous work'),
  currentProjects: optionalWork('current projects'),
  interests: z.array(storableText(60)).max(20).default([]),
});
export type BetaApplication = z.input<typeof BetaApplication>;

/**
 * Error for an address that has applied or has an account. It is the same for both, so that nobody
 * can find out which.
 */
export const applicationExists = 'An application with this email already exists.';

export const applyForBeta = endpoint({
  method: 'POST',
  path: '/api/beta-signup',
  summary: 'Apply for the beta',
  body: BetaApplication,
  reply: z.object({ id: z.number(), status: z.enum(betaStatuses) }),
  status: 201,
});
