/** The provider's script in the browser, as far as we use it; it comes from the provider and from nowhere else. */
export interface CardVendor {
  elements(options: { clientSecret: string; appearance: object }): VendorElements;
  confirmPayment(options: {
    elements: VendorElements;
    confirmParams: { return_url: string };
  }): Promise<{ error?: { message?: string } }>;
}

export interface VendorElements {
  create(type: 'payment'): VendorElement;
}

export interface VendorElement {
  mount(place: HTMLElement): void;
  focus?(): void;
  on(event: 'ready' | 'loaderror', listener: () => void): void;
  destroy(): void;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => CardVendor;
  }
}

/** Of the version that the server's package speaks, too. */
const address = 'https://js.stripe.com/endive/stripe.js';

let loading: Promise<void> | undefined;

/** Adds the script once. Rejects where it does not come: no connection, or a policy that was not opened. */
export async function cardVendor(publishableKey: string): Promise<CardVendor> {
  loading ??= added();
  await loading.catch((error) => {
    loading = undefined;
    throw error;
  });
  if (!window.Stripe) throw new Error('The script of the payment provider is not there');
  return window.Stripe(publishableKey);
}

function added(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The script of the payment provider did not come'));
    });
    document.head.append(script);
  });
}

/** The provider's form in our colours and letters. */
export function vendorAppearance(): object {
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
