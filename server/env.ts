import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/**
 * A reason not to start that the operator can correct: main prints only the message and exits with
 * 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * The run contract (docs/operating.md), parsed once. Null is not configured; the rest has defaults.
 */
export interface Env {
  isProduction: boolean;
  host: string;
  port: number;
  /** Origin for links, mails and cookies, without a slash at the end. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | null;
  redisUrl: string | null;
  s3: {
    bucket: string;
    region: string;
    /** Null: Amazon's own. */
    endpoint: string | null;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Addresses and ranges of trusted proxies on other machines. */
  trustProxy: string[];
  /** Key that signs codes and device cookies; null: a key from the database. */
  secretKey: string | null;
  /** Lower case; the first one gets the link of a first start. */
  adminEmails: string[];
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  /** By key, by address of a compatible server, or by both. */
  openai: {
    apiKey: string | null;
    baseUrl: string | null;
    chatModel: string | null;
    /** Context size of the chat model; null: from the catalogue. */
    contextTokens?: number | null;
    imageModel: string | null;
  } | null;
  elevenlabs: { apiKey: string; baseUrl: string | null; speechModel: string | null } | null;
  google: { apiKey: string; baseUrl: string | null; videoModel: string | null } | null;
  /** Veo on the Agent Platform. */
  googleCloud: {
    account: ServiceAccount;
    location: string;
    /** gs://…, where films are put to be fetched; null: they come inside of the answer. */
    storageUri: string | null;
    baseUrl: string | null;
    videoModel: string | null;
  } | null;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | null } | null;
  logLevel: LogLevel;
  metricsPort: number | null;
}

/** Fields of a Google service account file. */
export interface ServiceAccount {
  project: string;
  email: string;
  /** PEM. */
  privateKey: string;
  /** Where it gets its tokens. */
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
  const read = (name: string) => variables[name]?.trim() || null;
  const addresses = serverAddressesOf(read);
  return {
    isProduction: read('NODE_ENV') === 'production',
    ...addresses,
    logLevel: logLevelOf(read),
    mailFrom: mailFromOf(read, addresses.publicUrl),
    secretKey: secretKeyOf(read),
    dataDir: path.resolve(read('DATA_DIR') ?? 'data'),
    databaseUrl: urlOf('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    redisUrl: urlOf('REDIS_URL', read('REDIS_URL'), ['redis:', 'rediss:']),
    s3: s3Of(read),
    smtpUrl: urlOf('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
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

type Read = (name: string) => string | null;

/** `value` is left out where it may hold a password. */
function shouldBe(name: string, what: string, value?: string): StartError {
  return new StartError(
    `${name} should be ${what}${value === undefined ? '' : `, not ${JSON.stringify(value)}`}.`,
  );
}

/** Variables that only make sense together: all of them, or null when none is set. */
function together<Key extends string>(read: Read, names: Record<Key, string>): Record<Key, string> | null {
  const keys = Object.keys(names) as Key[];
  const setKeys = keys.filter((key) => read(names[key]) !== null);
  const first = setKeys[0];
  if (first === undefined) return null;
  const missing = keys.find((key) => read(names[key]) === null);
  if (missing !== undefined)
    throw new StartError(`${names[missing]} should be set, because ${names[first]} is.`);
  return Object.fromEntries(keys.map((key) => [key, read(names[key])])) as Record<Key, string>;
}

function portOf(name: string, value: string | null): number | null {
  if (value === null) return null;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
    throw shouldBe(name, 'a whole number from 1 to 65535', value);
  return port;
}

function urlOf(name: string, value: string | null, protocols: string[]): string | null {
  if (value === null) return null;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw shouldBe(
      name,
      `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  return value;
}

function webUrlOf(name: string, value: string | null): string | null {
  return urlOf(name, value, ['http:', 'https:'])?.replace(/\/+$/, '') ?? null;
}

function originOf(name: string, value: string | null): string | null {
  const address = webUrlOf(name, value);
  if (address === null) return null;
  const { origin, href } = new URL(address);
  if (href !== `${origin}/`)
    throw shouldBe(name, 'an origin such as https://write.example.com, without a path');
  return origin;
}

/** Where a browser on this machine finds a server that listens on that host. */
function originHere(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** An address literal is no mail domain. */
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

function proxiesOf(name: string, value: string | null): string[] {
  const proxies = (value ?? '').split(',').flatMap((part) => part.trim() || []);
  const wrong = proxies.find((proxy) => !isAddressOrRange(proxy));
  if (wrong !== undefined)
    throw shouldBe(name, 'addresses or ranges such as 10.0.0.5, 10.1.0.0/16, separated by commas', wrong);
  return proxies;
}

/** A range of every address there is would believe everybody, so it is none. */
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
  const port = portOf('PORT', read('PORT')) ?? 5000;
  const metricsPort = portOf('METRICS_PORT', read('METRICS_PORT'));
  if (metricsPort === port) throw shouldBe('METRICS_PORT', 'another port than PORT', String(metricsPort));
  const publicUrl = originOf('PUBLIC_URL', read('PUBLIC_URL')) ?? originHere(host, port);
  return { host, port, metricsPort, publicUrl };
}

function logLevelOf(read: Read): LogLevel {
  const logLevel = read('LOG_LEVEL') ?? 'info';
  if (!isLogLevel(logLevel)) throw shouldBe('LOG_LEVEL', `one of ${logLevels.join(', ')}`, logLevel);
  return logLevel;
}

function mailFromOf(read: Read, publicUrl: string): string {
  const mailFrom = read('MAIL_FROM') ?? `Cold Open <no-reply@${mailDomain(publicUrl)}>`;
  if (!isAddress(mailFrom.match(/<([^<>]+)>$/)?.[1] ?? mailFrom))
    throw shouldBe('MAIL_FROM', 'an e-mail address, or Name <address>', mailFrom);
  return mailFrom;
}

function secretKeyOf(read: Read): string | null {
  const secretKey = read('SECRET_KEY');
  if (secretKey !== null && secretKey.length < 32) throw shouldBe('SECRET_KEY', 'at least 32 characters');
  return secretKey;
}

function s3Of(read: Read): Env['s3'] {
  const s3 = together(read, {
    bucket: 'S3_BUCKET',
    region: 'S3_REGION',
    accessKeyId: 'S3_ACCESS_KEY_ID',
    secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  });
  return s3 && { ...s3, endpoint: webUrlOf('S3_ENDPOINT', read('S3_ENDPOINT')) };
}

function oidcOf(read: Read): Env['oidc'] {
  const oidc = together(read, {
    issuer: 'OIDC_ISSUER',
    clientId: 'OIDC_CLIENT_ID',
    clientSecret: 'OIDC_CLIENT_SECRET',
  });
  if (!oidc) return null;
  const issuer = webUrlOf('OIDC_ISSUER', oidc.issuer) ?? oidc.issuer;
  return { ...oidc, issuer, name: read('OIDC_NAME') ?? 'single sign-on' };
}

function stripeOf(read: Read): Env['stripe'] {
  const stripe = together(read, {
    secretKey: 'STRIPE_SECRET_KEY',
    publishableKey: 'STRIPE_PUBLISHABLE_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
  });
  return stripe && { ...stripe, apiBase: webUrlOf('STRIPE_API_BASE', read('STRIPE_API_BASE')) };
}

function openaiOf(read: Read): Env['openai'] {
  const apiKey = read('OPENAI_API_KEY');
  const baseUrl = webUrlOf('OPENAI_BASE_URL', read('OPENAI_BASE_URL'));
  const chatModel = read('OPENAI_CHAT_MODEL');
  const imageModel = read('OPENAI_IMAGE_MODEL');
  const contextTokens = contextTokensOf(read('OPENAI_CONTEXT_TOKENS'));
  if (apiKey !== null || baseUrl !== null) return { apiKey, baseUrl, chatModel, imageModel, contextTokens };
  if (chatModel !== null || imageModel !== null)
    throw new StartError(
      `OPENAI_API_KEY should be set, because ${chatModel === null ? 'OPENAI_IMAGE_MODEL' : 'OPENAI_CHAT_MODEL'} is.`,
    );
  return null;
}

function contextTokensOf(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{4,8}$/.test(text)) return Number(text);
  throw shouldBe('OPENAI_CONTEXT_TOKENS', 'how many tokens the model reads at once, such as 128000', text);
}

function elevenlabsOf(read: Read): Env['elevenlabs'] {
  const vendor = vendorOf(read, 'ELEVENLABS');
  const speechModel = read('ELEVENLABS_SPEECH_MODEL');
  if (vendor) return { ...vendor, speechModel };
  if (speechModel === null) return null;
  throw new StartError('ELEVENLABS_API_KEY should be set, because ELEVENLABS_SPEECH_MODEL is.');
}

function googleOf(read: Read): Env['google'] {
  const apiKey = read('GOOGLE_API_KEY');
  const baseUrl = webUrlOf('GOOGLE_BASE_URL', read('GOOGLE_BASE_URL'));
  const videoModel = read('GOOGLE_VIDEO_MODEL');
  if (apiKey !== null) return { apiKey, baseUrl, videoModel };
  if (read('GOOGLE_SERVICE_ACCOUNT') !== null || (baseUrl ?? videoModel) === null) return null;
  if (baseUrl !== null) throw new StartError('GOOGLE_API_KEY should be set, because GOOGLE_BASE_URL is.');
  throw new StartError('GOOGLE_API_KEY should be set, because GOOGLE_VIDEO_MODEL is.');
}

function googleCloudOf(read: Read): Env['googleCloud'] {
  const file = read('GOOGLE_SERVICE_ACCOUNT');
  if (file === null) return null;
  const location = read('GOOGLE_LOCATION') ?? 'us-central1';
  if (!/^[a-z]+(-[a-z]+)*\d*$/.test(location))
    throw shouldBe('GOOGLE_LOCATION', 'a region such as us-central1', location);
  return {
    account: serviceAccountIn(file),
    location,
    storageUri: urlOf('GOOGLE_STORAGE_URI', read('GOOGLE_STORAGE_URI'), ['gs:']),
    baseUrl: webUrlOf('GOOGLE_BASE_URL', read('GOOGLE_BASE_URL')),
    videoModel: read('GOOGLE_VIDEO_MODEL'),
  };
}

/** The file's content is never printed. */
function serviceAccountIn(file: string): ServiceAccount {
  const wrong = () => shouldBe('GOOGLE_SERVICE_ACCOUNT', "the path of a service account's JSON file", file);
  let content: Record<string, unknown>;
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch {
    throw wrong();
  }
  const {
    project_id: project,
    client_email: email,
    private_key: privateKey,
    token_uri: tokenUri,
  } = content ?? {};
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (!isText(project) || !isText(email) || !isText(privateKey) || !isText(tokenUri)) throw wrong();
  if (!URL.canParse(tokenUri)) throw wrong();
  return { project, email, privateKey, tokenUri };
}

function vendorOf(read: Read, prefix: string): { apiKey: string; baseUrl: string | null } | null {
  const apiKey = read(`${prefix}_API_KEY`);
  const baseUrl = webUrlOf(`${prefix}_BASE_URL`, read(`${prefix}_BASE_URL`));
  if (apiKey !== null) return { apiKey, baseUrl };
  if (baseUrl === null) return null;
  throw new StartError(`${prefix}_API_KEY should be set, because ${prefix}_BASE_URL is.`);
}

function isLogLevel(text: string): text is LogLevel {
  return logLevels.some((level) => level === text);
}
