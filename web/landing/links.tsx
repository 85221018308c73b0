import { type ButtonProps, buttonClass } from '#web/ui/Button.tsx';

interface LinkProps {
  kind: NonNullable<ButtonProps['kind']>;
}

/** A plain navigation; enliven.ts adds the invitation that the visitor came with. */
export function LoginLink({ kind }: LinkProps) {
  return (
    <a className={buttonClass({ kind, size: 'large' })} href="/api/login" data-login="">
      Login
    </a>
  );
}

/** Opens the application for the beta (enliven.ts). */
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
