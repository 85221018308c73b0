/** Styles and icons of the statuses of subscriptions (docs/spec/billing.md). */
export type BadgeStyle = 'default' | 'destructive' | 'secondary' | 'outline';
export type StatusIcon = 'check' | 'alert' | 'ending' | 'neutral';

interface Look {
  badge: BadgeStyle;
  icon: StatusIcon;
}

const other: Look = { badge: 'secondary', icon: 'neutral' };

const looks: Record<string, Look> = {
  active: { badge: 'default', icon: 'check' },
  past_due: { badge: 'destructive', icon: 'alert' },
  unpaid: { badge: 'destructive', icon: 'alert' },
  canceled: { badge: 'secondary', icon: 'ending' },
  canceling: { badge: 'outline', icon: 'ending' },
};

export function subscriptionLook(status: string): Look {
  return looks[status] ?? other;
}

/** Replace underscores by spaces: "credit_purchase" → "credit purchase". */
export function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}
