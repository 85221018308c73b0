const name = 'cold-open:session';

/** Tell the other tabs of this browser to check their session. */
export function tellOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage('check');
  channel.close();
}

/** Call the listener when another tab says so. Returns a function that stops it. */
export function onToldByTabs(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
