import { generateKeyPairSync, sign } from 'node:crypto';

/** A key, and a certificate for it that its owner signed. */
export interface SelfSigned {
  key: string;
  cert: string;
}

/** Create a certificate for localhost that ends at that time (X.509, RFC 5280). */
export function selfSigned(end: Date): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')));
  const name = der(0x30, der(0x31, commonName));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    ...[ecdsaWithSha256, name],
    der(0x30, timeOf(new Date('2026-01-01')), timeOf(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encode a value by its tag and length. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** Encode a time as GeneralizedTime, to the second. */
function timeOf(time: Date): Buffer {
  return der(0x18, Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}
