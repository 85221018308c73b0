import { type ComposedMail, composeMail } from '#server/mail/composeMail.ts';
import { subscriptionPlan, usdText } from '#shared/credits.ts';

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const inWords = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Return "1,000 credits", "1 credit". */
export function creditsText(credits: number): string {
  return `${inWords.format(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
}

interface Receipt {
  publicUrl: string;
  /** Id in our ledger, for questions. */
  paymentId: number;
  item: string;
  usd: number;
  credits: number;
  balance: number;
  paidAt: Date;
}

/** Compose the receipt, sent with the transaction that grants the credits. */
export function receiptMail({
  publicUrl,
  paymentId,
  item,
  usd,
  credits,
  balance,
  paidAt,
}: Receipt): ComposedMail {
  return composeMail({
    subject: `Your receipt from Cold Open: ${usdText(usd)}`,
    heading: `${usdText(usd)} received`,
    paragraphs: [
      `${item}, paid on ${longDay.format(paidAt)}.`,
      `${creditsText(credits)} have been added to your balance, which is now ${creditsText(balance)}.`,
    ],
    action: { label: 'See your payments', href: `${publicUrl}/billing` },
    notes: [`Payment number ${paymentId}.`],
  });
}

interface Reversal {
  publicUrl: string;
  item: string;
  /** Refunded amount of the payment in all. */
  usd: number;
  /** Reclaimed credits in all, and the part of them that is still owed. */
  credits: number;
  owed: number;
}

export function refundMail({ publicUrl, item, usd, credits, owed }: Reversal): ComposedMail {
  return composeMail({
    subject: `${usdText(usd)} refunded or disputed`,
    heading: `${usdText(usd)} was refunded or disputed`,
    paragraphs: [
      `Of “${item}”, ${usdText(usd)} were refunded or are disputed at your bank. ${creditsText(credits)} that came with it are withdrawn.`,
      ...(owed > 0
        ? [
            `${creditsText(owed)} of them were already spent. They will be deducted from the next credits you get.`,
          ]
        : []),
    ],
    action: { label: 'See your credits', href: `${publicUrl}/billing/credits` },
  });
}

export function restoredMail({ publicUrl, item }: Pick<Reversal, 'publicUrl' | 'item'>): ComposedMail {
  return composeMail({
    subject: 'Your credits were restored',
    heading: 'Your credits were restored',
    paragraphs: [`“${item}” stays paid, so the credits that came with it are yours again.`],
    action: { label: 'See your credits', href: `${publicUrl}/billing/credits` },
  });
}

interface FailedPayment {
  publicUrl: string;
  usd: number;
  /** The provider's page on which it can be paid. */
  payHref: string | null;
}

export function paymentFailedMail({ publicUrl, usd, payHref }: FailedPayment): ComposedMail {
  return composeMail({
    subject: 'Your payment did not go through',
    heading: 'Your payment did not go through',
    paragraphs: [
      `${usdText(usd)} for the next month of your subscription could not be charged. You get no credits for that month until it is paid. The credits you have stay yours.`,
    ],
    action:
      payHref === null
        ? { label: 'See your subscription', href: `${publicUrl}/billing` }
        : { label: 'Pay now', href: payHref },
  });
}

export function cancelledMail({
  publicUrl,
  endsAt,
}: {
  publicUrl: string;
  endsAt: Date | null;
}): ComposedMail {
  const when = endsAt === null ? 'at the end of the period that is paid for' : `on ${longDay.format(endsAt)}`;
  return composeMail({
    subject: 'Your subscription will end',
    heading: 'Your subscription will end',
    paragraphs: [
      `${subscriptionPlan.name} ends ${when}. Until then nothing changes, and nothing more is charged.`,
      'Remaining credits stay usable until then.',
    ],
    action: { label: 'See your subscription', href: `${publicUrl}/billing` },
  });
}

export function lowBalanceMail({ publicUrl, balance }: { publicUrl: string; balance: number }): ComposedMail {
  return composeMail({
    subject: 'Your credit balance is low',
    heading: `${creditsText(balance)} left`,
    paragraphs: [
      'Your credit balance is low. You may need more credits soon for AI features.',
      'Writing needs no credits.',
    ],
    action: { label: 'Buy credits', href: `${publicUrl}/buy-credits` },
  });
}

export function differencesMail(
  publicUrl: string,
  day: string,
  differences: readonly string[],
): ComposedMail {
  const shown = differences.slice(0, 50);
  return composeMail({
    subject: `Ledger differs from payment provider: ${differences.length}`,
    heading: `Differences on ${day}`,
    paragraphs: shown,
    action: { label: 'Open the dashboard', href: `${publicUrl}/admin-dashboard?tab=credits` },
    notes: [
      'Nothing was changed.',
      ...(shown.length < differences.length
        ? [`${differences.length - shown.length} more are in the database.`]
        : []),
    ],
  });
}
