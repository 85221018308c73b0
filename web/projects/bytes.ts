const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Return the progress of an upload: 0.42 of 3 MB → "1.3 of 3.0 MB sent". */
export function uploadProgressText(fraction: number, sizeBytes: number): string {
  const isLarge = sizeBytes >= megabyte;
  const amount = (bytes: number) =>
    isLarge ? (bytes / megabyte).toFixed(1) : String(Math.ceil(bytes / kilobyte));
  return `${amount(fraction * sizeBytes)} of ${amount(sizeBytes)} ${isLarge ? 'MB' : 'KB'} sent`;
}
