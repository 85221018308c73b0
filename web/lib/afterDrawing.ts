/** Resolves when what has changed just now is drawn, as far as the browser tells what that waits for; in a task of its own. */
export function afterDrawing(): Promise<void> {
  if ('scheduler' in window) return scheduler.postTask(() => {}, { priority: 'background' });
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
