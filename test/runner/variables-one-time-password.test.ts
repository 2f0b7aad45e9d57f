import { describe, expect, it } from 'vitest';
import { oneTimePassword } from '../../src/runner/variables/variables.ts';

/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a one-time password', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is the one of RFC 6238 at %i s', (seconds, password) => {
    expect(oneTimePassword(key, seconds * 1000)).toBe(password);
  });

  it('stays to the end of its window', () => {
    expect(oneTimePassword(key, 59_999)).toBe('287082');
    expect(oneTimePassword(key, 60_000)).not.toBe('287082');
  });

  it.each([
    ['gezd gnbv gy3t qojq gezd gnbv gy3t qojq', '287082'],
    ['GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ\n', '287082'],
    [`otpauth://totp/Shop:ann?secret=${key}&issuer=Shop`, '287082'],
    [`otpauth://totp/Shop:ann?secret=${key}&digits=8&period=30`, '94287082'],
    [`otpauth://totp/Shop:ann?secret=${key}&digits=8&period=59`, '94287082'],
  ])('is made from %s', (given, password) => {
    expect(oneTimePassword(given, 59_000)).toBe(password);
  });

  it.each(['', 'not base32!', 'otpauth://hotp/a?secret=GEZDGNBV&counter=1', 'otpauth://totp/a'])(
    'is refused for the key "%s", which the message does not tell',
    (given) => {
      const attempt = () => oneTimePassword(given);
      expect(attempt).toThrow(
        "The test account's one-time-password key is invalid. Set `test-account-otp-key`",
      );
      if (given !== '') expect(attempt).not.toThrow(given);
    },
  );
});
