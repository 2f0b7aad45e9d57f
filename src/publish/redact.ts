/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

const stars = '***';
/** A shorter value would tear holes into ordinary words, and the runner does not mask it either. */
const minLength = 4;

/**
 * Makes a redactor for secret values and for the forms in which they travel: base64, URL-encoded, JSON-escaped.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const forms = new Set(
    secrets
      .filter((secret) => secret.length >= minLength)
      .flatMap((secret) => [
        secret,
        Buffer.from(secret).toString('base64'),
        Buffer.from(secret).toString('base64url'),
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
      ]),
  );
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((redacted, form) => redacted.replaceAll(form, stars), text);
}
