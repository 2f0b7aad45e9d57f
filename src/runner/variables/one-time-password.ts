import { HOTP, Secret, TOTP, URI } from 'otpauth';

/**
 * The one-time password of a moment.
 * @param key a secret in base32, blanks and lower case allowed, or a whole `otpauth://totp/…` address.
 * @param now ms since 1970.
 * @throws Error where the key is neither; the message does not contain it.
 */
export function oneTimePassword(key: string, now = Date.now()): string {
  return generator(key.trim()).generate({ timestamp: now });
}

function generator(key: string): TOTP {
  try {
    if (!/^otpauth:/i.test(key)) {
      const secret = Secret.fromBase32(key.replace(/[\s-]/g, '').toUpperCase());
      if (secret.bytes.length > 0) return new TOTP({ secret });
    } else {
      const found = URI.parse(key);
      if (!(found instanceof HOTP)) return found;
    }
  } catch {
    // Why it can't be read might say what it is.
  }
  throw new Error(
    "The test account's one-time-password key can't be read. Set `test-account-otp-key` to the secret in base32, or to an address that begins with otpauth://totp/.",
  );
}
