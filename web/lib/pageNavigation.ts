/** Leaves the application for another page of the server; an object, so that tests can stand in for it. */
export const pageNavigation = {
  leaveTo(address: string): void {
    window.location.assign(address);
  },
  reload(): void {
    window.location.reload();
  },
};
