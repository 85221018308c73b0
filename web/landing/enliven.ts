import { loginHref } from './loginHref.ts';
import { typeScene } from './typing.ts';

/** Code of the application form, loaded when it is likely to be opened. */
const loadBeta = () => import('#web/beta/openBeta.tsx');

/**
 * Add behaviour to the prerendered landing page: type the scene, open the application form, and add
 * the visitor's invitation to the Login links. Return a function that stops it.
 */
export function animateLanding(page: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-login]')) link.href = loginHref();
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-beta]')) {
    // A failure is shown when the button is pressed.
    for (const sign of ['pointerenter', 'focus'])
      button.addEventListener(sign, () => void loadBeta().catch(() => undefined), { once: true, signal });
    button.addEventListener('click', () => void openFrom(button), { signal });
    // Pressed before this code had loaded (public/theme.js).
    if (button.dataset.pressed !== undefined) void openFrom(button);
  }
  const figure = page.querySelector<HTMLElement>('figure[data-typed-from]');
  const stopTyping = figure ? typeScene(figure) : () => undefined;
  return () => {
    stop.abort();
    stopTyping();
  };
}

async function openFrom(button: HTMLButtonElement): Promise<void> {
  delete button.dataset.pressed;
  button.setAttribute('aria-busy', 'true');
  try {
    const { openBeta } = await loadBeta();
    openBeta();
  } catch {
    tellFailure(button); // the connection was lost, or there is a newer version
  } finally {
    button.removeAttribute('aria-busy');
  }
}

function tellFailure(button: HTMLButtonElement): void {
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = 'The application could not be opened. Reload the page to try again.';
  button.parentElement?.querySelector('[role="alert"]')?.remove();
  button.after(text);
}
