/** Load the styles for forced colours when the system uses them. */
export function followForcedColors(): void {
  const forced = matchMedia('(forced-colors: active)');
  // Without these styles the page is complete, but shows less of its state.
  const load = () => {
    if (forced.matches) import('./forcedColors.css').catch(() => {});
  };
  forced.addEventListener('change', load);
  load();
}
