/** The server marks the page it sends to a browser without a session (server/lib/web.ts). */
export function isVisitor(): boolean {
  return document.documentElement.dataset.visitor !== undefined;
}
