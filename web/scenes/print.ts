/** Prints the page once all its pictures are there: those below the window are not asked for before. */
export async function printWithImages(page: HTMLElement | null): Promise<void> {
  const images = [...(page?.querySelectorAll('img') ?? [])];
  for (const image of images) image.loading = 'eager';
  // One that is broken does not keep the others from being printed.
  await Promise.allSettled(images.map((image) => image.decode?.()));
  window.print();
}
