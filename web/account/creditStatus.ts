import { errorTexts } from '#shared/errors.ts';

/** Below this a balance is low (docs/spec/account.md). */
const lowBelow = 10;

export type CreditStatus = 'Empty' | 'Low' | 'Active';

export function creditStatus(balance: number): CreditStatus {
  if (balance <= 0) return 'Empty';
  return balance < lowBelow ? 'Low' : 'Active';
}

/** What is said of a balance, where something is (docs/spec/account.md). */
export const creditMessages: Record<CreditStatus, string | null> = {
  Empty: errorTexts.outOfCredits,
  Low: 'Your credit balance is low. You may need more credits soon for AI features.',
  Active: null,
};
