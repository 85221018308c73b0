import fs from 'node:fs';
import { expect, test } from 'vitest';

/** Files whose animations run endlessly, or are switched off with reduced motion. */
const withAnimation = [
  'assistant/ChatLog.module.css',
  'base.css',
  'ui/Progress.module.css',
  'ui/Toaster.module.css',
];

test("uses transitions for opening and closing, because an animation's end event may be missing", () => {
  const files = fs.globSync('**/*.css', { cwd: 'web' });
  expect(files.length).toBeGreaterThan(50);
  const animated = files.filter((file) =>
    /^\s*animation(-name)?:/m.test(fs.readFileSync(`web/${file}`, 'utf8')),
  );
  expect(animated.sort()).toEqual(withAnimation);
});

test('animates toasts only without reduced motion', () => {
  const css = fs.readFileSync('web/ui/Toaster.module.css', 'utf8');
  const [before = '', within = ''] = css.split('@media (prefers-reduced-motion: no-preference)');
  expect(before).not.toMatch(/animation:/);
  expect(within.match(/animation: \w+/g)).toEqual([
    'animation: enter',
    'animation: leave',
    'animation: swipe',
  ]);
});
