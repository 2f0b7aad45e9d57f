import { isLoopback } from '../common/loopback.ts';

const maxAddresses = 3;
/** What servers print for all addresses of the machine. */
const anyAddress = /^(?:0\.0\.0\.0|\[::\])$/;

/** Addresses of this machine that an app has printed, the last first, without those on the host and port of a URL. */
export function printedAddresses(lines: readonly string[], url: string): string[] {
  const hostOf = ({ protocol, hostname, port }: URL) =>
    `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const found = lines.join('\n').match(/\bhttps?:\/\/(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?/gi) ?? [];
  const addresses = found.flatMap((text) => {
    const address = URL.parse(text);
    if (address === null) return [];
    if (anyAddress.test(address.hostname)) address.hostname = 'localhost';
    return isLoopback(address) && hostOf(address) !== hostOf(new URL(url)) ? address.origin : [];
  });
  return [...new Set(addresses.reverse())].slice(0, maxAddresses);
}
