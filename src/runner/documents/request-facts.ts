import type { Frame, Request } from 'playwright-core';
import { cut } from '../../common/text.ts';

const maxUrlCharacters = 500;

/** A URL, or another text of a page, as messages show it. */
export function shortUrl(url: string): string {
  return cut(url, maxUrlCharacters);
}

/** Undefined for the first request of a new window, until the window has a frame. */
export function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** Why a request has failed, in the words of the browser. */
export function errorOf(request: Request): string {
  return request.failure()?.errorText ?? 'unknown error';
}

/** Whether the page has stayed where it is: a download, a response without content, or another navigation has begun. */
export function isAbort(error: string): boolean {
  return /abort|cancel|interrupt|download/i.test(error);
}

/** Whether a request goes to the origin of the page that sent it. Others, such as analytics, are not the app. */
export function isOwn(request: Request): boolean {
  const pageUrl = frameOf(request)?.page().url() ?? '';
  return URL.parse(pageUrl)?.origin === URL.parse(request.url())?.origin;
}

/** Such as `POST http://localhost/api/orders`. */
export function nameOfRequest(request: Request): string {
  return `${request.method()} ${shortUrl(request.url().replace(/[?#].*$/, ''))}`;
}
