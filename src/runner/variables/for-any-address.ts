import { mapTexts } from '../../common/object-fields.ts';
import { escapeRegExp } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';

/**
 * Steps that were written against one address of an app, for any other: its URL becomes `$OCTO_URL`, and assertions are left
 * out whose texts have its host in another way.
 * @param url the URL under test.
 */
export function forAnyAddress(steps: readonly ExchangeElement[], url: string): ExchangeElement[] {
  const { host } = new URL(url);
  const ends = String.raw`(?![\w.-])`;
  const wholeUrl = new RegExp(`${escapeRegExp(url.replace(/\/+$/, ''))}${ends}`, 'g');
  const ownHost = new RegExp(String.raw`(?<![\w.-])${escapeRegExp(host)}${ends}`);
  return steps
    .map((step) => mapTexts(step, (text) => text.replace(wholeUrl, () => '$OCTO_URL')))
    .filter((step) => step.assertion == null || !ownHost.test(JSON.stringify(step)));
}
