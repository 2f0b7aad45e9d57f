import { NotImported } from './value.ts';

/** Why methods and commands are not imported, by their names. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/route|^cy\.intercept$/i, 'requests are not mocked: the app itself must answer like this, with test data'],
  [/Snapshot|Screenshot/, 'snapshots are not compared'],
  [/cookie|storageState/i, 'steps have no access to cookies: log in by steps, and expect what the app shows'],
  [/InViewport/, 'steps do not know which part of the page is scrolled into view'],
  [/viewport/i, 'the size of the page is that of the breakpoint, which a run sets for all test cases'],
];

/** @param name of a method or a command, such as `page.route` or `cy.intercept`. */
export function noEquivalent(name: string): NotImported {
  const [, reason] = reasons.find(([pattern]) => pattern.test(name)) ?? [];
  return new NotImported(reason ?? `${name} has no equivalent`);
}
