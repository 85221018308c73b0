import styles from './BetaForm.module.css';

/** Replace the form after it was sent. */
export function ThankYou({ email }: { email: string }) {
  return (
    <div className={styles.thanks} role="status">
      <p>We have your application, and read every one of them.</p>
      <p>
        When there is a place for you, an invitation comes to <b>{email}</b>.
      </p>
    </div>
  );
}
