import type { Page } from '@playwright/test';
import type { StripeBooks } from '#test/stripe/books.ts';
import { StripeApiError } from '#test/stripe/objects.ts';

/**
 * Replace the payment provider in the browser: its script, its calls and the page of a bank that
 * asks for authentication. They are at the provider's own URLs, so that the page's content security
 * policy applies to them.
 */
export async function fakeProvider(page: Page, books: StripeBooks): Promise<void> {
  await page.route('https://js.stripe.com/endive/stripe.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${providerScript})()` }),
  );
  await page.route('https://api.stripe.com/v1/payment_intents/*/confirm', async (route) => {
    const headers = { 'access-control-allow-origin': '*' };
    const id = new URL(route.request().url()).pathname.split('/')[3] ?? '';
    const card = new URLSearchParams(route.request().postData() ?? '').get('payment_method') ?? '';
    try {
      await route.fulfill({ headers, json: books.confirm(id, card) });
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      await route.fulfill({ headers, status: 200, json: error.body });
    }
  });
  await page.route('https://hooks.stripe.com/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const id = searchParams.get('payment') ?? '';
    if (pathname === '/done') books.confirm(id, '4000002500003155', true);
    await route.fulfill({
      contentType: 'text/html',
      body:
        pathname === '/done'
          ? '<!doctype html><script>parent.postMessage("done", "*")</script>'
          : `<!doctype html><title>Your bank</title><a href="/done?payment=${id}">Yes, it is me</a>`,
    });
  });
}

/** Runs in the page, as text. */
function providerScript() {
  const frameOf = (src: string) => {
    const frame = document.createElement('iframe');
    frame.title = 'Your bank';
    frame.src = src;
    document.body.append(frame);
    return frame;
  };
  const provider = (publishableKey: string) => ({
    elements: ({ clientSecret }: { clientSecret: string }) => {
      const form = { clientSecret, card: '' };
      return {
        form,
        create: () => {
          let ready = () => {};
          return {
            on: (event: string, listener: () => void) => {
              if (event === 'ready') ready = listener;
            },
            mount: (place: HTMLElement) => {
              const input = document.createElement('input');
              input.setAttribute('aria-label', "Card of the provider's form");
              input.dataset.key = publishableKey;
              input.addEventListener('input', () => {
                form.card = input.value.replaceAll(' ', '');
              });
              place.append(input);
              setTimeout(ready);
            },
            destroy: () => {},
          };
        },
      };
    },
    confirmPayment: async (order: {
      elements: { form: { clientSecret: string; card: string } };
      confirmParams: { return_url: string };
    }) => {
      const { clientSecret, card } = order.elements.form;
      if (card === '') return { error: { message: 'Your card number is incomplete.' } };
      const id = clientSecret.split('_secret_')[0];
      const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ payment_method: card }),
      });
      const { status, error } = await answer.json();
      if (error) return { error };
      if (status === 'requires_action') {
        const frame = frameOf(`https://hooks.stripe.com/ask?payment=${id}`);
        await new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
        frame.remove();
      }
      const address = new URL(order.confirmParams.return_url);
      address.searchParams.set('payment_intent', id ?? '');
      address.searchParams.set('payment_intent_client_secret', clientSecret);
      address.searchParams.set('redirect_status', 'succeeded');
      window.location.assign(address);
      return new Promise(() => {});
    },
  });
  Object.assign(window, { Stripe: provider });
}
