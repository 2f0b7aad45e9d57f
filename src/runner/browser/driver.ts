/** The version of playwright-core that ships with this program, as in package.json. */
export const driverVersion = '1.62.1';

/**
 * The builds that it was made for, as in its `browsers.json`: Playwright's Firefox and WebKit have protocols of their
 * own, which change from version to version. Any Chromium will do.
 */
export const driverRevisions: Readonly<Record<string, string>> = { firefox: '1538', webkit: '2336' };
