import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A certificate for a local server, with its key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * A certificate that nobody trusts: signed by itself, or by an authority that is not known.
 * @param about the host that it is for, and the last moment at which it is valid (UTC, as `yymmddhhmmssZ`).
 */
export function untrustedCertificate(
  signedBy: 'itself' | 'unknown authority',
  { host = 'localhost', until = '491231235959Z' } = {},
): Certificate {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const byItself = signedBy === 'itself';
  const signer = byItself ? own : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = toBeSigned(own.publicKey, byItself ? host : 'nobody', host, until);
  const signature = sign('sha256', body, signer.privateKey);
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: String(own.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** The part of an X.509 certificate (RFC 5280, section 4.1) that is signed, with nothing optional in it. */
function toBeSigned(publicKey: KeyObject, issuer: string, subject: string, until: string): Buffer {
  const serial = der(0x02, Buffer.from([1]));
  const validity = sequence(utcTime('200101000000Z'), utcTime(until));
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' });
  return sequence(serial, ecdsaWithSha256, commonName(issuer), validity, commonName(subject), keyInfo);
}

/** One element of DER: tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const digits = bytes.length < 0x100 ? [bytes.length] : [bytes.length >> 8, bytes.length & 0xff];
  // Browsers refuse a length that could be shorter.
  const length = bytes.length < 0x80 ? digits : [0x80 + digits.length, ...digits];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

function sequence(...content: readonly Buffer[]): Buffer {
  return der(0x30, ...content);
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}

function commonName(name: string): Buffer {
  const type = der(0x06, Buffer.from('550403', 'hex'));
  return sequence(der(0x31, sequence(type, der(0x0c, Buffer.from(name)))));
}

const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
