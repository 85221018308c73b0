/**
 * Leaves the application for another page of the server. An object, so that tests can replace it.
 */
export const pageNavigation = {
  leaveTo(address: string): void {
    window.location.assign(address);
  },
  reload(): void {
    window.location.reload();
  },
};
