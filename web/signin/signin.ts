import './signin.css';
import type { requestLogin, verifyLogin } from '#shared/contract/auth.ts';
import type { SignInPage } from '#shared/contract/signInPage.ts';
import type { CallInput, CallReply, EndpointShape } from '#shared/endpoint.ts';
import type { ErrorBody } from '#shared/errors.ts';
import { removeCopies } from '#web/offlineCopy/removeCopies.ts';

/*
 * The sign-in page: without React and the contract at run time, so that it loads fast. The body's
 * data-page selects the content (shared/contract/signInPage.ts).
 */

/** Repeat web/lib/basePath.ts, because this page loads no code of the application. */
function hrefOf(path: string): string {
  return (document.documentElement.dataset.base ?? '') + path;
}

/** Delete the previous user's offline copies, and notify tabs that still show that user's data. */
function clearCopies(): void {
  void removeCopies();
  new BroadcastChannel('cold-open:session').postMessage('sign-in');
}

function find<E extends Element>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`The sign-in page has no ${selector}`);
  return found;
}

const page = JSON.parse(
  document.body.dataset.page || '{"type":"message","title":"","text":""}',
) as SignInPage;
const steps = {
  'sign-in': find<HTMLElement>('[data-step="sign-in"]'),
  code: find<HTMLElement>('[data-step="code"]'),
  written: find<HTMLElement>('[data-step="written"]'),
};
const email = find<HTMLInputElement>('#email');
const code = find<HTMLInputElement>('#code');

function show(step: keyof typeof steps) {
  for (const [name, section] of Object.entries(steps)) section.hidden = name !== step;
}

class Rejected extends Error {}

async function post<E extends EndpointShape>(path: E['path'], body: unknown): Promise<CallReply<E>> {
  const response = await fetch(hrefOf(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new Rejected('The server cannot be reached. Check your connection and try again.');
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as CallReply<E>;
  const { message, fields } = answer as Partial<ErrorBody>;
  throw new Rejected(Object.values(fields ?? {})[0] ?? message ?? 'Something went wrong. Please try again.');
}

/** Run a form's call with a busy button, and show an error below the field. */
async function submit(section: HTMLElement, field: HTMLInputElement | null, work: () => Promise<void>) {
  const button = find<HTMLButtonElement>('button[type="submit"]', section);
  const error = find<HTMLElement>('.error', section);
  error.textContent = '';
  field?.removeAttribute('aria-invalid');
  button.disabled = true;
  try {
    await work();
  } catch (cause) {
    error.textContent = cause instanceof Rejected ? cause.message : 'Something went wrong. Please try again.';
    field?.setAttribute('aria-invalid', 'true');
    field?.focus();
  } finally {
    button.disabled = false;
  }
}

async function sendCode() {
  if (page.type !== 'sign-in') return;
  const body: CallInput<typeof requestLogin>['body'] = {
    email: email.value,
    ...(page.invite ? { invite: page.invite } : {}),
    ...(page.returnTo ? { returnTo: page.returnTo } : {}),
  };
  await post<typeof requestLogin>('/api/login', body);
  find<HTMLElement>('[data-email]').textContent = email.value.trim();
  code.value = '';
  drawCode();
  show('code');
  code.focus();
}

/** Show the field's digits in the boxes. */
function drawCode() {
  const boxes = [...document.querySelectorAll('.code i')];
  for (const [i, box] of boxes.entries()) {
    box.textContent = code.value.charAt(i);
    box.classList.toggle('next', i === Math.min(code.value.length, boxes.length - 1));
  }
}

async function signIn() {
  if (!/^\d{6}$/.test(code.value)) throw new Rejected('Enter the six digits of the code');
  const { redirectTo } = await post<typeof verifyLogin>('/api/login/verify', {
    email: email.value,
    code: code.value,
  });
  location.assign(hrefOf(redirectTo));
}

find('form', steps['sign-in']).addEventListener('submit', (event) => {
  event.preventDefault();
  void submit(steps['sign-in'], email, sendCode);
});
find('form', steps.code).addEventListener('submit', (event) => {
  event.preventDefault();
  void submit(steps.code, code, signIn);
});
code.addEventListener('input', () => {
  code.value = code.value.replace(/\D/g, '').slice(0, 6);
  drawCode();
  if (code.value.length === 6) void submit(steps.code, code, signIn);
});
find('[data-again]').addEventListener('click', () => {
  void submit(steps.code, code, async () => {
    await sendCode();
    find<HTMLElement>('.status', steps.code).textContent = 'A new code has been sent.';
  });
});
find('[data-other]').addEventListener('click', () => {
  show('sign-in');
  email.focus();
  email.select();
});

// These two pages are rendered by the server and work without this script.
if (page.type === 'message') show('written');
else if (page.type === 'link') {
  const { isSwitch } = page;
  const button = find<HTMLButtonElement>('button', steps.written);
  find('form', steps.written).addEventListener('submit', () => {
    if (isSwitch) clearCopies();
    // A second press would send the used link again.
    button.disabled = true;
  });
  // The browser restored the page from its back-forward cache.
  addEventListener('pageshow', () => {
    button.disabled = false;
  });
  show('written');
} else {
  clearCopies();
  find<HTMLElement>('[data-unsent]').hidden = page.isMailSent;
  email.value = page.email;
  email.readOnly = page.isEmailFixed;
  find<HTMLElement>('[data-other]').hidden = page.isEmailFixed;
  const provider = find<HTMLElement>('[data-provider]');
  provider.hidden = page.provider === null;
  if (page.provider) {
    const link = find<HTMLAnchorElement>('a', provider);
    link.href = hrefOf(page.provider.address);
    link.textContent = `Continue with ${page.provider.name}`;
  }
  show('sign-in');
  if (!page.isEmailFixed) email.focus();
}
