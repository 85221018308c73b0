import net from 'node:net';
import path from 'node:path';
import { type BackupSettings, backupSettingsOf } from './envBackup.ts';
import { elevenlabsOf, googleCloudOf, googleOf, openaiOf } from './envProviders.ts';
import { type Quotas, quotasOf } from './envQuotas.ts';
import {
  parsePort,
  parsePublicUrl,
  parseUrl,
  parseWebUrl,
  type Read,
  readerOf,
  readTogether,
  shouldBe,
} from './envVariables.ts';

/**
 * Configuration of the server from environment variables (docs/operating.md). Null: not configured.
 * Everything else has a default.
 */
export interface Env {
  isProduction: boolean;
  host: string;
  port: number;
  /** Address for links, mails and cookies, possibly with a path, without a trailing slash. */
  publicUrl: string;
  /** Absolute path of the data directory. */
  dataDir: string;
  databaseUrl: string | null;
  /** Address of one Redis, or addresses of nodes of a cluster, separated by commas. */
  redisUrl: string | null;
  s3: {
    bucket: string;
    region: string;
    /** Null: Amazon's own address. */
    endpoint: string | null;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Addresses and ranges of trusted proxies on other machines. */
  trustProxy: string[];
  /** Key that signs codes and device cookies. Null: a key from the database is used. */
  secretKey: string | null;
  /** Key before the last change of SECRET_KEY, whose signatures are still accepted. */
  previousSecretKey: string | null;
  /** Addresses in lower case. The first one gets the sign-in link of a first start. */
  adminEmails: string[];
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  /** OpenAI or a compatible server, configured by key, by address, or by both. */
  openai: {
    apiKey: string | null;
    baseUrl: string | null;
    chatModel: string | null;
    /** Context window of the chat model in tokens. Null: from the catalogue. */
    contextTokens?: number | null;
    imageModel: string | null;
  } | null;
  elevenlabs: { apiKey: string; baseUrl: string | null; speechModel: string | null } | null;
  google: { apiKey: string; baseUrl: string | null; videoModel: string | null } | null;
  /** Veo on the Agent Platform. */
  googleCloud: {
    account: ServiceAccount;
    location: string;
    /** gs:// address where videos are stored. Null: they are returned inline. */
    storageUri: string | null;
    baseUrl: string | null;
    videoModel: string | null;
  } | null;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | null } | null;
  logLevel: LogLevel;
  metricsPort: number | null;
  /** Calls that take longer are logged with the reason. */
  slowCallMs: number;
  /** Address of an OpenTelemetry collector. Null: no traces. */
  traceUrl: string | null;
  backup: BackupSettings;
  quotas: Quotas;
}

/** Fields of a Google service account file. */
export interface ServiceAccount {
  project: string;
  email: string;
  /** Private key in PEM format. */
  privateKey: string;
  /** Address that issues access tokens. */
  tokenUri: string;
}

const defaultAdministrators = 'writer@coldopen.local, admin@coldopen.local';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Variables = Record<string, string | undefined>;

/**
 * Parse the environment. Throws StartError with one line that names the variable and its format.
 * Never prints a secret.
 */
export function readEnv(variables: Variables = process.env): Env {
  const read = readerOf(variables);
  const dataDir = path.resolve(read('DATA_DIR') ?? 'data');
  const addresses = serverAddressesOf(read);
  return {
    isProduction: read('NODE_ENV') === 'production',
    ...addresses,
    logLevel: logLevelOf(read),
    slowCallMs: slowCallMsOf(read),
    traceUrl: parseWebUrl('OTEL_EXPORTER_OTLP_ENDPOINT', read('OTEL_EXPORTER_OTLP_ENDPOINT')),
    mailFrom: mailFromOf(read, addresses.publicUrl),
    secretKey: secretKeyOf(read, 'SECRET_KEY'),
    previousSecretKey: secretKeyOf(read, 'SECRET_KEY_PREVIOUS'),
    dataDir,
    backup: backupSettingsOf(read, dataDir),
    quotas: quotasOf(read),
    databaseUrl: parseUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    redisUrl: redisUrlOf('REDIS_URL', read('REDIS_URL')),
    s3: s3Of(read),
    smtpUrl: parseUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    trustProxy: proxiesOf('TRUST_PROXY', read('TRUST_PROXY')),
    adminEmails: addressesOf('ADMIN_EMAILS', read('ADMIN_EMAILS') ?? defaultAdministrators),
    oidc: oidcOf(read),
    openai: openaiOf(read),
    elevenlabs: elevenlabsOf(read),
    google: googleOf(read),
    googleCloud: googleCloudOf(read),
    stripe: stripeOf(read),
  };
}

/** Return the origin of the server for a browser on this machine. */
function localOrigin(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Return the domain for the sender address. An IP address is not a mail domain. */
function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /[a-z]/.test(hostname) && hostname.includes('.') ? hostname : 'coldopen.local';
}

function isAddress(text: string): boolean {
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(text);
}

function addressesOf(name: string, value: string): string[] {
  const addresses = value.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  const wrong = addresses.find((address) => !isAddress(address));
  if (wrong !== undefined || addresses.length === 0)
    throw shouldBe(name, 'e-mail addresses, separated by commas', wrong ?? value);
  return [...new Set(addresses)];
}

function redisUrlOf(name: string, value: string | null): string | null {
  for (const url of value?.split(',') ?? []) parseUrl(name, url.trim(), ['redis:', 'rediss:']);
  return value;
}

function proxiesOf(name: string, value: string | null): string[] {
  const proxies = (value ?? '').split(',').flatMap((part) => part.trim() || []);
  const wrong = proxies.find((proxy) => !isAddressOrRange(proxy));
  if (wrong !== undefined)
    throw shouldBe(name, 'addresses or ranges such as 10.0.0.5, 10.1.0.0/16, separated by commas', wrong);
  return proxies;
}

/**
 * Return whether a text is an address or a range. A range of all addresses would trust every
 * client, so it is invalid.
 */
function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = net.isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  if (bits === undefined) return true;
  const max = family === 4 ? 32 : 128;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= max;
}

function serverAddressesOf(read: Read): Pick<Env, 'host' | 'port' | 'metricsPort' | 'publicUrl'> {
  const host = read('HOST') ?? '127.0.0.1';
  if (/[\s/]/.test(host)) throw shouldBe('HOST', 'a host name or an address to listen on', host);
  const port = parsePort('PORT', read('PORT')) ?? 5000;
  const metricsPort = parsePort('METRICS_PORT', read('METRICS_PORT'));
  if (metricsPort === port) throw shouldBe('METRICS_PORT', 'another port than PORT', String(metricsPort));
  const publicUrl = parsePublicUrl('PUBLIC_URL', read('PUBLIC_URL')) ?? localOrigin(host, port);
  return { host, port, metricsPort, publicUrl };
}

function logLevelOf(read: Read): LogLevel {
  const logLevel = read('LOG_LEVEL') ?? 'info';
  if (!isLogLevel(logLevel)) throw shouldBe('LOG_LEVEL', `one of ${logLevels.join(', ')}`, logLevel);
  return logLevel;
}

function slowCallMsOf(read: Read): number {
  const text = read('SLOW_CALL_MS') ?? '1000';
  const slowMs = Number(text);
  if (!/^\d+$/.test(text) || slowMs < 1)
    throw shouldBe('SLOW_CALL_MS', 'a whole number of milliseconds', text);
  return slowMs;
}

function mailFromOf(read: Read, publicUrl: string): string {
  const mailFrom = read('MAIL_FROM') ?? `Cold Open <no-reply@${mailDomain(publicUrl)}>`;
  if (!isAddress(mailFrom.match(/<([^<>]+)>$/)?.[1] ?? mailFrom))
    throw shouldBe('MAIL_FROM', 'an e-mail address, or Name <address>', mailFrom);
  return mailFrom;
}

function secretKeyOf(read: Read, name: string): string | null {
  const secretKey = read(name);
  if (secretKey !== null && secretKey.length < 32) throw shouldBe(name, 'at least 32 characters');
  return secretKey;
}

function s3Of(read: Read): Env['s3'] {
  const s3 = readTogether(read, {
    bucket: 'S3_BUCKET',
    region: 'S3_REGION',
    accessKeyId: 'S3_ACCESS_KEY_ID',
    secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  });
  return s3 && { ...s3, endpoint: parseWebUrl('S3_ENDPOINT', read('S3_ENDPOINT')) };
}

function oidcOf(read: Read): Env['oidc'] {
  const oidc = readTogether(read, {
    issuer: 'OIDC_ISSUER',
    clientId: 'OIDC_CLIENT_ID',
    clientSecret: 'OIDC_CLIENT_SECRET',
  });
  if (!oidc) return null;
  const issuer = parseWebUrl('OIDC_ISSUER', oidc.issuer) ?? oidc.issuer;
  return { ...oidc, issuer, name: read('OIDC_NAME') ?? 'single sign-on' };
}

function stripeOf(read: Read): Env['stripe'] {
  const stripe = readTogether(read, {
    secretKey: 'STRIPE_SECRET_KEY',
    publishableKey: 'STRIPE_PUBLISHABLE_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
  });
  return stripe && { ...stripe, apiBase: parseWebUrl('STRIPE_API_BASE', read('STRIPE_API_BASE')) };
}

function isLogLevel(text: string): text is LogLevel {
  return logLevels.some((level) => level === text);
}
