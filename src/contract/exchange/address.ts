/** Whether a text is an absolute URL. Any other text is a path below the URL under test. */
export function isAbsoluteUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text);
}

/** @returns an http or https URL as browsers write it; undefined for any other text. */
export function webUrlOf(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}
