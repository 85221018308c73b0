import type { Cluster, Redis, RedisOptions } from 'ioredis';

export type RedisClient = Redis | Cluster;

interface ClientOptions {
  commandTimeoutMs: number;
  retryMs: number;
  /** Subscribe again by itself after a new connection. */
  autoResubscribe?: boolean;
}

/** Redirections and retries of a command: enough for a slot that has moved. */
const maxRedirections = 3;
const clusterRetryMs = 50;

/**
 * Create a client, connected later by `connect()`: of one Redis, or of a cluster if REDIS_URL has
 * several addresses. It never queues commands: a command that cannot be sent at once fails.
 */
export async function createRedisClient(redisUrl: string, options: ClientOptions): Promise<RedisClient> {
  const { Cluster, Redis } = await import('ioredis');
  const { retryMs } = options;
  const urls = redisUrl.split(',').map((url) => url.trim());
  const shared = { lazyConnect: true, enableOfflineQueue: false, enableReadyCheck: false };
  const connection = connectionOptions(options);
  const [url = ''] = urls;
  if (urls.length === 1) return new Redis(url, { ...shared, ...connection, retryStrategy: () => retryMs });
  return new Cluster(urls, {
    ...shared,
    ...{ maxRedirections, retryDelayOnFailover: clusterRetryMs, retryDelayOnClusterDown: clusterRetryMs },
    clusterRetryStrategy: () => retryMs,
    redisOptions: { ...connection, ...credentialsOf(url) },
    // Certificates name hosts, so names are not resolved to addresses before they are checked.
    ...(url.startsWith('rediss:') && { dnsLookup: (host, callback) => callback(null, host) }),
  });
}

function connectionOptions({ commandTimeoutMs, autoResubscribe = true }: ClientOptions) {
  return {
    autoResubscribe,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The ready check would block while Redis does not answer.
    enableReadyCheck: false,
    connectTimeout: 2000,
    commandTimeout: commandTimeoutMs,
    // Longer than the interval of probes, so that a working connection is never idle for so long.
    socketTimeout: 5000,
  } satisfies RedisOptions;
}

/** Return the credentials of an address, which the nodes that a cluster names have as well. */
function credentialsOf(address: string) {
  const { protocol, username, password } = new URL(address);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  } satisfies RedisOptions;
}
