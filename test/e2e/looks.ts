/**
 * Every size once, and both themes: each size is laid out by the same rules in either theme. What of accessibility is
 * checked in each is what can differ there: on the wide screen everything, in the dark the colours, on the phone, whose
 * colours are those of the wide screen, all but them.
 */
const usual: Record<string, Checks> = {
  '1440x900-light': 'everything',
  '1024x768-dark': 'colours',
  '390x844-light': 'all but colours',
};
export type Checks = 'everything' | 'colours' | 'all but colours';
const sizes = [
  { size: '1440x900', viewport: { width: 1440, height: 900 } },
  { size: '1024x768', viewport: { width: 1024, height: 768 } },
  { size: '390x844', viewport: { width: 390, height: 844 } },
];

/**
 * The sizes and themes that every screen is looked at in, each by a person of its own who starts with nothing. With
 * ALL_LOOKS=1 every size in every theme, for whoever looks at the pictures.
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
  .filter(({ name }) => process.env.ALL_LOOKS || name in usual);

/** Of a state that is looked at in several looks, whose name ends with that of the look. */
export function checksOf(state: string): Checks {
  const look = looks.find(({ name }) => state.endsWith(name));
  return (!process.env.ALL_LOOKS && look && usual[look.name]) || 'everything';
}

type Look = (typeof looks)[number];

/** What a browser of that look is started with. */
export function browserOptionsOf({ viewport, theme }: Look) {
  return {
    viewport,
    contextOptions: { reducedMotion: 'reduce' },
    // The other system preference, so that it is the stored choice that shows.
    colorScheme: theme === 'dark' ? 'light' : 'dark',
  } as const;
}

/** The choice, as the browser keeps it. */
export function keptTheme(origin: string, theme: Look['theme']) {
  return [{ origin, localStorage: [{ name: 'vite-ui-theme', value: theme }] }];
}
