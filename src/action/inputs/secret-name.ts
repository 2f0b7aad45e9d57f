/** Whether a value of this name is kept out of everything that is printed or posted. */
export function isSecretName(name: string): boolean {
  return /passw|passphrase|secret|token|credential|(?:^|_)(?:pass|pwd|key|apikey|pin|otp)(?:_|\d|$)/i.test(
    name,
  );
}
