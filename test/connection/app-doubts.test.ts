import { expect, it } from 'vitest';
import { portInUse, printedAddresses } from '../../src/connection/startup-diagnosis.ts';

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

it.each([
  'Error: listen EADDRINUSE: address already in use :::3000',
  'Error: listen EADDRINUSE: address already in use 127.0.0.1:3000',
  'listen tcp :3000: bind: address already in use',
  'Address already in use - bind(2) for "127.0.0.1" port 3000 (Errno::EADDRINUSE)',
  'Port 3000 is in use, trying another one...',
  'Web server failed to start. Port 3000 was already in use.',
  'Something is already running on port 3000.',
  'Something is already running at port 3000',
  'This port was picked because 3000 is in use.',
  "[ERROR] Connection in use: ('127.0.0.1', 3000)",
  'Port 3000 is not available. Would you like to run on port 3002 instead?',
  'Port 3000 is being used by another process',
  'Port 3000 could not be used',
  "Can't listen on port 3000. Perhaps another server is running?",
  'Error response from daemon: Bind for 0.0.0.0:3000 failed: port is already allocated',
])('the line %j says that the port is in use', (line) => {
  expect(portInUse(['starting', line], ['http://localhost:3000'])).toBe(line);
});

it.each([
  'Error: listen EADDRINUSE: address already in use :::9229',
  'Port 2999 is in use, using available port 3000 instead.',
  'Using port 3000, since port 2999 is in use',
  'Port 2999 is not available, port 3000 is.',
  'listening on port 3000',
  'Local: port 3000, network: not available',
])('the line %j does not say that the port is in use', (line) => {
  expect(portInUse([line], ['http://localhost:3000'])).toBeUndefined();
});
