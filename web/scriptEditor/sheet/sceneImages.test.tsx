import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { scenes } from '#server/db/schema/script.ts';
import { closeScript, renderScript } from '#web/script/testing/openScript.tsx';
import { aStoredScript } from '#web/script/testing/storedScript.ts';

afterEach(closeScript);

async function openWith(imageUrls: (string | null)[]) {
  const server = await aStoredScript(
    imageUrls.flatMap((_url, index) => [
      { elementType: 'scene_heading', content: `INT. CABIN ${index + 1} - NIGHT` } as const,
      { elementType: 'action', content: `A bunk, ${index + 1} of many.` } as const,
    ]),
  );
  for (const [index, { id }] of server.scenes.entries()) {
    const imageUrl = imageUrls[index] ?? null;
    await server.browser.db.update(scenes).set({ imageUrl }).where(eq(scenes.id, id));
  }
  renderScript(server);
  await screen.findByLabelText('Page 1');
  return { server, user: userEvent.setup() };
}

const topOf = (text: string) => {
  const piece = [...document.querySelectorAll<HTMLElement>('[data-element]')].find(
    (each) => each.textContent === text,
  );
  return Number.parseFloat(piece?.style.top ?? '');
};
const pictures = () => screen.queryAllByRole('img').map((image) => image.getAttribute('src'));

test('the button reads View Images and Hide Images, and shows each picture above its scene', async () => {
  const { user } = await openWith(['/uploads/one.png', null, '/uploads/three.png']);
  const before = [1, 2, 3].map((number) => topOf(`INT. CABIN ${number} - NIGHT`));
  expect(pictures()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'View Images' }));
  expect(pictures()).toEqual(['/uploads/one.png', '/uploads/three.png']);
  const [one = 0, two = 0, three = 0] = [1, 2, 3].map((number) => topOf(`INT. CABIN ${number} - NIGHT`));
  const roomPx = one - (before[0] ?? 0);
  expect(roomPx).toBeGreaterThan(200);
  expect(two - (before[1] ?? 0)).toBe(roomPx);
  expect(three - (before[2] ?? 0)).toBe(2 * roomPx);
  const image = screen.getByRole('img', { name: 'Scene 1: INT. CABIN 1 - NIGHT' });
  const end = Number.parseFloat(image.style.top) + Number.parseFloat(image.style.height);
  const sheet = Number.parseFloat(screen.getByLabelText('Page 1').style.top);
  expect(end).toBeLessThan(sheet + one + 100);
  await user.click(screen.getByRole('button', { name: 'Hide Images' }));
  expect(pictures()).toEqual([]);
  expect([1, 2, 3].map((number) => topOf(`INT. CABIN ${number} - NIGHT`))).toEqual(before);
});

test('shows no button while no scene has a picture', async () => {
  await openWith([null, null]);
  expect(screen.queryByRole('button', { name: 'View Images' })).toBeNull();
});
