export const sessionChannelName = 'cold-open:session';

/** Make the other tabs of this browser check their session. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(sessionChannelName);
  channel.postMessage('check');
  channel.close();
}

/** Call the listener on a message of another tab. Returns a function that stops it. */
export function onTabMessage(listener: (message: unknown) => void): () => void {
  const channel = new BroadcastChannel(sessionChannelName);
  channel.onmessage = ({ data }) => listener(data);
  return () => channel.close();
}
