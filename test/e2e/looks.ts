/**
 * The looks whose screens are opened one by one. Layout does not depend on the theme, so each look
 * checks only what can differ: the wide screen everything, the phone everything but the colours.
 */
const defaultChecks: Record<string, Checks> = {
  '1440x900-light': 'everything',
  '390x844-light': 'all but colours',
};
/**
 * The look with the dark theme. Its screens are those of the wide look, which change their size and
 * theme for a moment, so that they are opened once for both.
 */
export const darkLook = {
  name: '1024x768-dark',
  widerLook: '1440x900-light',
  viewport: { width: 1024, height: 768 },
};
export type Checks = 'everything' | 'colours' | 'all but colours';
const sizes = [
  { size: '1440x900', viewport: { width: 1440, height: 900 } },
  { size: '1024x768', viewport: { width: 1024, height: 768 } },
  { size: '390x844', viewport: { width: 390, height: 844 } },
];

/**
 * The sizes and themes in which every screen is checked. Each has its own new user. ALL_LOOKS=1
 * adds every size in every theme.
 */
export const looks = sizes
  .flatMap(({ size, viewport }) =>
    (['light', 'dark'] as const).map((theme) => ({
      name: `${size}-${theme}`,
      email: `${size}-${theme}@example.org`,
      viewport,
      theme,
      isPhone: viewport.width < 768,
    })),
  )
  .filter(({ name }) => process.env.ALL_LOOKS || name in defaultChecks);

/** Return the checks for a state whose name ends with the name of a look. */
export function checksOf(state: string): Checks {
  const look = looks.find(({ name }) => state.endsWith(name));
  return (!process.env.ALL_LOOKS && look && defaultChecks[look.name]) || 'everything';
}

type Look = (typeof looks)[number];

/** Return the browser options of a look. */
export function browserOptionsOf({ viewport, theme }: Look) {
  return {
    viewport,
    contextOptions: { reducedMotion: 'reduce' },
    // The opposite system preference, so that the stored theme is visible.
    colorScheme: theme === 'dark' ? 'light' : 'dark',
  } as const;
}

/** Return the stored theme as localStorage of the browser. */
export function storedTheme(origin: string, theme: Look['theme']) {
  return [{ origin, localStorage: [{ name: 'vite-ui-theme', value: theme }] }];
}
