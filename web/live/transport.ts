import type { LiveClientMessage, LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { knownRevision, ownWindowId } from '#web/lib/revisions.ts';

/** Connection of the live channel by one of its transports. */
export interface Transport {
  send(message: LiveClientMessage): void;
  /** Close it without a call of `onClose`. */
  close(): void;
}

export interface TransportInput {
  projectId: number;
  onMessage: (message: LiveServerMessage) => void;
  /** Called when it is shown that messages arrive, in every interval. */
  onAlive: () => void;
  /** Called when that was not shown for an interval. */
  onSilent: () => void;
  /** Called with the code of the server, or 1006. */
  onClose: (code: number) => void;
}

/** Code of a connection that was lost or rejected. */
export const lostCode = 1006;

/** Return the address of the live channel from the last known revision on. */
export function liveAddress(projectId: number, path = ''): URL {
  const url = new URL(hrefOf(`/api/projects/${encodeProjectId(projectId)}/live${path}`), location.href);
  const since = knownRevision(projectId);
  if (since !== undefined) url.searchParams.set('since', String(since));
  url.searchParams.set('window', ownWindowId);
  return url;
}

export function webSocketAddress(projectId: number): string {
  return liveAddress(projectId).href.replace('http', 'ws');
}
