import type { Frame, Request } from 'playwright-core';
import { cut } from '../../common/text.ts';

const maxUrlCharacters = 500;

/** A URL, or another text of a page, as messages show it. */
export function shortUrl(url: string): string {
  return cut(url, maxUrlCharacters);
}

export function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
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

/** Whether a request opens a document in a page, and not in a frame inside it. */
export function isMainNavigation(request: Request): boolean {
  return request.isNavigationRequest() && frameOf(request)?.parentFrame() == null;
}

/** Whether a script has sent a request for data or with a change. */
export function isData(request: Request): boolean {
  return /^(fetch|xhr)$/.test(request.resourceType());
}

/** Whether a request goes to the host of the page that sent it. Others, such as analytics, are not the app. */
export function isOwn(request: Request): boolean {
  return isOwnUrl(request.url(), frameOf(request)?.page().url() ?? '');
}

/**
 * Whether a URL has the host of a page, on any port: an app may have its data from another one. Code without an address, such as
 * that of a `javascript:` link, is the page's own.
 */
export function isOwnUrl(url: string, pageUrl: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return true;
  return parsed.hostname === URL.parse(pageUrl)?.hostname;
}

/** Whether a message of the browser is about the resource of another host. */
export function namesOther(text: string, pageUrl: string): boolean {
  const url = /\b(?:https?|wss?):\/\/[^\s'"”]+/.exec(text)?.[0];
  return url !== undefined && URL.parse(url)?.hostname !== URL.parse(pageUrl)?.hostname;
}

/** Such as `POST http://localhost/api/orders`. */
export function nameOfRequest(request: Request): string {
  return `${request.method()} ${shortUrl(request.url().replace(/[?#].*$/, ''))}`;
}
