import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '#server/env.ts';
import type { CertifiedPart } from '#shared/contract/serverHealth.ts';
import { readCertificateEnd, type TlsAddress } from './certificateEnd.ts';

type CertificateEnv = Pick<Env, 'publicUrl' | 'databaseUrl' | 'redisUrl' | 's3' | 'smtpUrl' | 'oidc'>;

/** Certificate that the product depends on. */
export interface Certificate {
  part: CertifiedPart;
  /** Host and port. */
  address: string;
  expiresAt: Date;
}

/** Reads the certificates of the servers that the operator has configured, twice a day. */
export interface CertificateWatch {
  /** Certificates as last read. */
  list(): Certificate[];
  close(): void;
}

const intervalMs = 12 * 3_600_000;

export function watchCertificates(env: CertificateEnv, log: FastifyBaseLogger): CertificateWatch {
  const known = new Map<string, Certificate>();
  const addresses = certificateAddresses(env);
  const stopping = new AbortController();
  const readAll = () =>
    Promise.all(
      addresses.map(async ({ part, ...server }) => {
        const address = `${server.host}:${server.port}`;
        try {
          const expiresAt = await readCertificateEnd(server, stopping.signal);
          if (expiresAt) known.set(`${part} ${address}`, { part, address, expiresAt });
        } catch (error) {
          if (!stopping.signal.aborted)
            log.info({ err: error, part }, 'the certificate of a server could not be read');
        }
      }),
    );
  void readAll();
  const timer = setInterval(readAll, intervalMs).unref();
  return {
    list: () => [...known.values()],
    close() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}

/** Return the servers with TLS that an operator looks after, but not those of providers. */
export function certificateAddresses(env: CertificateEnv): (TlsAddress & { part: CertifiedPart })[] {
  const { publicUrl, databaseUrl, redisUrl, s3, smtpUrl, oidc } = env;
  const redisUrls = redisUrl?.split(',').map((each) => each.trim()) ?? [];
  const hasDatabaseTls = /[?&]sslmode=(?!disable)/.test(databaseUrl ?? '');
  return [
    ...serverAt('web', publicUrl, { 'https:': 443 }),
    ...(hasDatabaseTls ? serverAt('database', databaseUrl, postgresPorts, 'postgres') : []),
    ...redisUrls.flatMap((url) => serverAt('redis', url, { 'rediss:': 6379 })),
    ...serverAt('storage', s3?.endpoint ?? null, { 'https:': 443 }),
    ...serverAt('mail', smtpUrl, { 'smtps:': 465 }),
    ...serverAt('mail', smtpUrl, { 'smtp:': 587 }, 'smtp'),
    ...serverAt('sign-in', oidc?.issuer ?? null, { 'https:': 443 }),
  ];
}

const postgresPorts = { 'postgres:': 5432, 'postgresql:': 5432 };

/** Return the server of an address, if its protocol is one of those with default ports. */
function serverAt(
  part: CertifiedPart,
  address: string | null,
  ports: Record<string, number>,
  start: TlsAddress['start'] = 'at once',
) {
  if (address === null || !URL.canParse(address)) return [];
  const { protocol, hostname, port } = new URL(address);
  const usual = ports[protocol];
  if (usual === undefined || hostname === '') return [];
  return [{ part, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual, start }];
}
