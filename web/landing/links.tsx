import { type ButtonProps, buttonClass } from '#web/ui/Button.tsx';

interface LinkProps {
  kind: NonNullable<ButtonProps['kind']>;
}

/** Link to sign-in. enliven.ts adds the invitation through which the visitor arrived. */
export function LoginLink({ kind }: LinkProps) {
  return (
    <a className={buttonClass({ kind, size: 'large' })} href="/api/login" data-login="">
      Login
    </a>
  );
}

/** Show the button that opens the beta application form (enliven.ts). */
export function BetaButton({ kind, children }: LinkProps & { children: string }) {
  return (
    <button
      type="button"
      className={buttonClass({ kind, size: 'large' })}
      data-beta=""
      aria-haspopup="dialog"
    >
      {children}
    </button>
  );
}
