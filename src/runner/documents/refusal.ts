import type { ConsoleMessage } from 'playwright-core';
import { isOwnUrl, namesOther } from './request-facts.ts';

/** What Chromium says about a navigation, a form, a request or code of a page that it has refused. It reports no request. */
const refusals = [
  'Mixed Content: .* This request has been blocked',
  'Not allowed to ',
  'Blocked script execution',
  'Failed to find a valid digest',
  // The request says so where it is HTML.
  'Failed to load module script: (?!.*text/html)',
  "EventSource's response has",
  'WebSocket connection to .* failed',
  'An invalid form control ',
  '(?:Loading the (?:script|stylesheet)|Framing|Connecting|Sending form data|Executing inline (?:script|event handler)|Creating a worker) .*violates the following (?!report-only)',
  'Refused to (?:execute|load the (?:script|stylesheet)|connect|send form data|apply style from) ',
];
const isRefusal = new RegExp(`^(?:${refusals.join('|')})`);

/**
 * What the browser has refused a page, in its own words. Undefined for other messages, and for what comes from other hosts: a
 * policy may block analytics on purpose.
 */
export function refusalIn(message: ConsoleMessage): string | undefined {
  const [text, pageUrl] = [message.text().trim(), message.page()?.url() ?? ''];
  // In a frame, scripts may be blocked on purpose, such as those of a mail.
  if (text.startsWith('Blocked script') && !text.includes(`'${pageUrl.replace(/#.*$/, '')}'`))
    return undefined;
  // A message of a script has arguments.
  if (message.type() !== 'error' || message.args().length > 0 || !isRefusal.test(text)) return undefined;
  return isOwnUrl(message.location().url, pageUrl) && !namesOther(text, pageUrl) ? text : undefined;
}
