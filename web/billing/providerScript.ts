/** The parts of the provider's browser script that we use. It must be loaded from the provider. */
export interface CardProvider {
  elements(options: { clientSecret: string; appearance: object }): ProviderElements;
  confirmPayment(options: {
    elements: ProviderElements;
    confirmParams: { return_url: string };
  }): Promise<{ error?: { message?: string } }>;
}

export interface ProviderElements {
  create(type: 'payment'): ProviderElement;
}

export interface ProviderElement {
  mount(place: HTMLElement): void;
  focus?(): void;
  on(event: 'ready' | 'loaderror', listener: () => void): void;
  destroy(): void;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => CardProvider;
  }
}

/** Address of the version that matches the server's package. */
const address = 'https://js.stripe.com/endive/stripe.js';

let loading: Promise<void> | undefined;

/** Load the script once. Rejects if it fails: no connection, or a blocking policy. */
export async function cardProvider(publishableKey: string): Promise<CardProvider> {
  loading ??= added();
  await loading.catch((error) => {
    loading = undefined;
    throw error;
  });
  if (!window.Stripe) throw new Error("The payment provider's script did not define window.Stripe");
  return window.Stripe(publishableKey);
}

function added(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error("The payment provider's script could not be loaded"));
    });
    document.head.append(script);
  });
}

/** Return the provider's appearance options in our colours and fonts. */
export function providerAppearance(): object {
  const read = getComputedStyle(document.documentElement);
  const token = (name: string) => read.getPropertyValue(name).trim();
  const isDark = document.documentElement.classList.contains('dark');
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--accent'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorDanger: token('--destructive'),
      borderRadius: '6px',
      fontSizeBase: '14px',
    },
  };
}
