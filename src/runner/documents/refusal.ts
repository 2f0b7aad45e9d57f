import type { ConsoleMessage } from 'playwright-core';

/** What Chromium says about a navigation, a form or a request of a page that it has refused. It reports no request. */
const refusals =
  /^(?:Mixed Content: .* This request has been blocked|Not allowed to (?:load local resource|navigate top frame)|(?:Sending form data|Connecting|Refused to (?:send form data|connect)) to '(?<url>[^']*)'|Executing inline (?:script|event handler) violates|Refused to execute inline (?:script|event handler))/;

/**
 * What the browser has refused the main document of a page, in its own words. Undefined for other messages, and for requests to
 * other origins: a policy may block analytics on purpose.
 */
export function refusalIn(message: ConsoleMessage): string | undefined {
  if (message.type() !== 'error') return undefined;
  const pageUrl = message.page()?.url() ?? '';
  const [text, match] = [message.text().trim(), refusals.exec(message.text())];
  if (match === null || withoutFragment(message.location().url) !== withoutFragment(pageUrl))
    return undefined;
  const isRequest = /^(?:Connecting|Refused to connect)/.test(text);
  const isOwn = URL.parse(match.groups?.url ?? '')?.origin === URL.parse(pageUrl)?.origin;
  return !isRequest || isOwn ? text : undefined;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}
