import { InvalidStep } from './invalid-step.ts';

/**
 * Joins the execution URL with a path below it, or with a query or fragment. An absolute URL is returned unchanged.
 * @throws Error if the result is not an http or https URL.
 */
export function joinUrl(executionUrl: string, path: string): string {
  if (path === '') return executionUrl;
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) return webUrl(path);
  // A query or a fragment belongs to the page itself, as in a link on it.
  if (/^[?#]/.test(path)) return webUrl(new URL(path, executionUrl).href);
  const base = new URL(executionUrl);
  return webUrl(`${base.origin}${base.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
}

function webUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new InvalidStep(
    `Cannot open "${text}": use an http or https URL, or a path below the URL under test.`,
  );
}
