import { expect, it } from 'vitest';
import { printedAddresses } from '../../src/connection/app-ready.ts';

it.each([
  [['  ➜  Local:   http://localhost:5174/'], ['http://localhost:5174']],
  [
    ['Listening on http://0.0.0.0:8080', 'or http://[::]:8081.'],
    ['http://localhost:8081', 'http://localhost:8080'],
  ],
  [
    ['ready: https://127.0.0.1:8443/app?x=1, http://127.0.0.1:8443'],
    ['http://127.0.0.1:8443', 'https://127.0.0.1:8443'],
  ],
  [['open http://localhost:3000 or http://[::1]:3000'], ['http://[::1]:3000']],
  [['open https://localhost:3000, for https://localhost:3000/docs'], []],
  [['docs: https://example.com:5174, http://192.168.0.2:5174, http://localhost:99999'], []],
])('the addresses of this machine other than the given one are found in %j', (lines, addresses) => {
  expect(printedAddresses(lines, 'http://localhost:3000/shop')).toEqual(addresses);
});
