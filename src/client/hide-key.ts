/** A shorter text would tear holes into ordinary words, and is no key. */
const minLength = 4;

/** Takes the API key out of a text that came from elsewhere: a service may repeat what it was sent. */
export function hideKey(text: string, apiKey: string): string {
  // HTTP drops white space around a header's value, so the other side knows the key without it.
  const key = apiKey.trim();
  return key.length < minLength ? text : text.replaceAll(key, '***');
}
