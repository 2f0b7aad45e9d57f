import type { Breakpoint, Browser } from '../../contract/values.ts';

type Device = Exclude<Breakpoint, 'DESKTOP'>;

/** What the browsers of phones and tablets say they are; `major` is the first number of the version. */
const mobile: Readonly<Record<Browser, (device: Device, version: string, major: string) => string>> = {
  // Chrome has stopped telling device, system and minor version.
  CHROMIUM: (device, _, major) =>
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${device === 'MOBILE' ? ' Mobile' : ''} Safari/537.36`,
  FIREFOX: (device, _, major) =>
    `Mozilla/5.0 (Android 15; ${device === 'MOBILE' ? 'Mobile' : 'Tablet'}; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`,
  // Safari has stopped telling the system's version.
  SAFARI: (device, version) =>
    `Mozilla/5.0 (${device === 'MOBILE' ? 'iPhone; CPU iPhone' : 'iPad; CPU'} OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`,
};

/**
 * The user agent of a breakpoint: that of the browser's mobile edition, in the version that really plays.
 * @param version the browser's own, like `153.0.8010.4`.
 * @returns undefined where the browser says what it is by itself.
 */
export function userAgentOf(breakpoint: Breakpoint, browser: Browser, version: string): string | undefined {
  if (breakpoint === 'DESKTOP') return undefined;
  return mobile[browser](breakpoint, version, version.split('.')[0] ?? version);
}
