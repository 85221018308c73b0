import { lowBalanceBelow } from '#shared/credits.ts';
import { errorTexts } from '#shared/errors.ts';

export type CreditStatus = 'Empty' | 'Low' | 'Active';

export function creditStatus(balance: number): CreditStatus {
  if (balance <= 0) return 'Empty';
  return balance < lowBalanceBelow ? 'Low' : 'Active';
}

/** Message about a balance, if it needs one (docs/spec/account.md). */
export const creditMessages: Record<CreditStatus, string | null> = {
  Empty: errorTexts.outOfCredits,
  Low: 'Your credit balance is low. You may need more credits soon for AI features.',
  Active: null,
};

/** Style of each status. */
const tones = { Empty: 'bad', Low: 'warning', Active: 'good' } as const;

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Return the props of BalanceFigure.tsx. */
export function balanceFigure(balance: number) {
  const status = creditStatus(balance);
  return { figure: figures.format(balance), unit: 'credits', status, tone: tones[status] };
}

/** Message about owed credits: reclaimed after they had been spent (docs/decisions/0032). */
export function owedText(credits: number): string {
  return `You owe ${figures.format(credits)} ${credits === 1 ? 'credit' : 'credits'}: a payment was reversed after you had spent its credits. They will be deducted from your next credits.`;
}
