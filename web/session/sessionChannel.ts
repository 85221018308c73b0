export const sessionChannelName = 'cold-open:session';

/** Tell the other tabs of this browser to check their session. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(sessionChannelName);
  channel.postMessage('check');
  channel.close();
}

/** Call the listener when another tab says so. Returns a function that stops it. */
export function onTabMessage(listener: (message: unknown) => void): () => void {
  const channel = new BroadcastChannel(sessionChannelName);
  channel.onmessage = ({ data }) => listener(data);
  return () => channel.close();
}
