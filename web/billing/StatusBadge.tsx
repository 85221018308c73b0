import { CircleAlert, CircleCheck, CircleDot, Clock } from 'lucide-react';
import styles from './StatusBadge.module.css';
import { type BadgeStyle, type StatusIcon, spaced, subscriptionLook } from './subscriptionBadge.ts';

const icons = { check: CircleCheck, alert: CircleAlert, ending: Clock, neutral: CircleDot } as const;

/** Show the status of a subscription as a word with an icon. */
export function SubscriptionBadge({ status }: { status: string }) {
  const { badge, icon } = subscriptionLook(status);
  return <Badge badge={badge} icon={icon} text={spaced(status)} />;
}

/** Show the status of a payment. */
export function PaymentBadge({ status }: { status: string }) {
  return <Badge badge={status === 'failed' ? 'destructive' : 'default'} text={spaced(status)} />;
}

function Badge({ badge, icon, text }: { badge: BadgeStyle; icon?: StatusIcon; text: string }) {
  const Icon = icon && icons[icon];
  return (
    <span className={styles.badge} data-badge={badge}>
      {Icon && <Icon size={13} strokeWidth={2} aria-hidden="true" data-icon={icon} />}
      {text}
    </span>
  );
}
