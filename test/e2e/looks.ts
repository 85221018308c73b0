/** The sizes and themes that every screen is looked at in, each by a person of its own who starts with nothing. */
const sizes = [
  { size: '1440x900', viewport: { width: 1440, height: 900 } },
  { size: '1024x768', viewport: { width: 1024, height: 768 } },
  { size: '390x844', viewport: { width: 390, height: 844 } },
];

export const looks = sizes.flatMap(({ size, viewport }) =>
  (['light', 'dark'] as const).map((theme) => ({
    name: `${size}-${theme}`,
    email: `${size}-${theme}@example.org`,
    viewport,
    theme,
    isPhone: viewport.width < 768,
  })),
);

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
