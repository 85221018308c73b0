/** Return whether a video of the scene is being made. */
export function isVideoUnderWay(status: string | null): boolean {
  return status === 'queued' || status === 'generating';
}

/** Return the status for a copied or restored scene, for which no job is running. */
export function videoStatusForCopy(status: string | null): string | null {
  return isVideoUnderWay(status) ? null : status;
}
