import { expect, it } from 'vitest';
import { isAbort, isAppUrl } from '../../../src/runner/documents/request-facts.ts';

it.each([
  ['https://shop.test/', 'https://shop.test:8443/tea'],
  ['https://www.shop.test/', 'https://api.shop.test/metrics'],
  ['https://shop.co.uk/', 'https://api.shop.co.uk/tea'],
  ['http://localhost:3000/', 'http://127.0.0.1:8000/tea'],
  ['http://app.shop.localhost/', 'http://api.shop.localhost/events'],
  ['http://web:3000/', 'http://api:8000/tea'],
  ['https://shop.test/', 'https://tea.supabase.co/rest/v1/tea'],
  ['https://shop.vercel.app/', 'https://a1b2.execute-api.eu-central-1.amazonaws.com/tea'],
  ['http://10.0.0.1/', 'http://10.0.0.1:8000/tea'],
])('the app at %s has its data at %s', (page, url) => expect(isAppUrl(url, page)).toBe(true));

it.each([
  ['https://shop.test/', 'https://weather.test/tea'],
  ['https://shop.co.uk/', 'https://weather.co.uk/tea'],
  ['https://shop.test/', 'https://metrics.shop.test/tea'],
  ['https://shop.test/', 'https://t.shop.test/tea'],
  ['https://shop.test/', 'https://www.shop.test/g/collect'],
  ['http://localhost/', 'https://www.google-analytics.com/g'],
  ['http://localhost/', 'https://o1.ingest.sentry.io/api/1/envelope/'],
  ['http://10.0.0.1/', 'http://10.0.0.2/tea'],
])('the app at %s does not have its data at %s', (page, url) => expect(isAppUrl(url, page)).toBe(false));

it.each([
  ['net::ERR_ABORTED', true],
  ['NS_BINDING_ABORTED', true],
  ['Load request cancelled', true],
  ['net::ERR_CONNECTION_ABORTED', false],
  ['net::ERR_CONNECTION_RESET', false],
])('%s leaves the page where it is: %s', (error, isIt) => expect(isAbort(error)).toBe(isIt));
