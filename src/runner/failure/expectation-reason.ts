import { formatCount } from '../../common/text.ts';
import type { Expectation } from '../../contract/exchange/assertion.ts';
import type { ExpectationFailed } from '../expect/expectation.ts';
import { driverReason, notFound } from './driver-reason.ts';
import type { Quote, Reason } from './reason.ts';

/** What an element has instead of what a step expects. @param quote puts a text of the page in quotation marks. */
const contradictions: Readonly<Record<Expectation, (received: string, quote: Quote) => string>> = {
  VISIBLE: () => 'it is hidden',
  NOT_VISIBLE: (count) => (count === '1' ? 'it is visible' : `${count} such elements are visible`),
  DISABLED: () => 'it is enabled',
  TO_BE_CHECKED: () => 'it is not checked',
  NOT_TO_BE_CHECKED: () => 'it is checked',
  TO_HAVE_VALUE: (value, quote) => (value === '' ? 'it is empty' : `its value is ${quote(value)}`),
  TO_CONTAIN_TEXT: describeText,
  TO_HAVE_STYLE: (value, quote) =>
    value === '' ? 'it does not have this property' : `its value is ${quote(value)}`,
  RESPONSE_OK: (status) => `its status is ${status}`,
  TO_HAVE_COUNT: (count) => `${formatCount(Number(count), 'element')} ${count === '1' ? 'matches' : 'match'}`,
  TO_HAVE_URL: (url, quote) => `its URL is ${quote(url)}`,
  TO_HAVE_TITLE: (title, quote) => (title === '' ? 'it has no title' : `its title is ${quote(title)}`),
  TO_HAVE_TEXT: describeText,
  TO_HAVE_ATTRIBUTE: (value, quote) => (value === '' ? 'it is empty' : `its value is ${quote(value)}`),
  ENABLED: () => 'it is disabled',
  FOCUSED: () => 'it is not focused',
  NOT_TO_CONTAIN_TEXT: describeText,
};

function describeText(text: string, quote: Quote): string {
  return text.trim() === '' ? 'it has no text' : `its text is ${quote(text)}`;
}

export function expectationReason(
  expectation: Expectation,
  { received, reason = '' }: ExpectationFailed,
  quote: Quote,
): Reason | typeof notFound {
  const isCountOfNone = expectation === 'TO_HAVE_COUNT' && received === '0';
  if (reason === 'element(s) not found' || isCountOfNone) return notFound;
  if (received === null) return { clause: 'it has no such attribute' };
  if (received !== undefined) return { clause: contradictions[expectation](received, quote) };
  return driverReason(reason, 'it');
}
