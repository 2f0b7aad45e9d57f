import type { ReportedSite } from './mutant.ts';

interface Operator {
  /** A sentence about a broken element. @param element such as `button "Pay"`. */
  describe(element: string, site: ReportedSite): string;
  /** Whether it only counts where the element has shown several values, each of which is a `detail`. */
  readonly needsChange?: (values: readonly string[]) => boolean;
}

/** Operators that break something in the page. Those that change answers are in `request-mutants.ts`. */
export const pageOperators: Readonly<Record<string, Operator>> = {
  'dead-control': { describe: (element) => `Clicking ${element} does nothing.` },
  'handler-throws': {
    describe: (element) => `The script that handles a click on ${element} stops with an error.`,
  },
  'broken-link': { describe: (element) => `The ${element} leads to a page that does not exist.` },
  'submit-lost': { describe: (element) => `Submitting the ${element} does nothing.` },
  'field-dropped': { describe: (element) => `The value of the ${element} is dropped.` },
  'validation-removed': { describe: (element) => `The ${element} accepts invalid values.` },
  'element-hidden': { describe: (element) => `The ${element} is hidden.` },
  'element-covered': { describe: (element) => `The ${element} cannot be clicked: something covers it.` },
  'wrong-number': {
    describe: (element, { detail }) => `The ${element} shows a wrong number: ${detail} is one higher.`,
  },
  'total-not-updated': {
    describe: (element) => `The number in the ${element} is not updated.`,
    needsChange: (values) => new Set(values).size > 1,
  },
  'stale-value': {
    describe: (element) => `The ${element} still shows its old value after a change.`,
    needsChange: (values) => new Set(values.map((value) => value.replace(/\d+/g, '#'))).size > 1,
  },
  'text-missing': { describe: (element) => `The ${element} shows no text.` },
  'wrong-name': {
    describe: (element, { detail }) => `The ${element} is labelled ${JSON.stringify(detail)}.`,
  },
  'item-lost': { describe: (element) => `The ${element} is missing.` },
  'item-doubled': { describe: (element) => `The ${element} appears twice.` },
  'items-out-of-order': {
    describe: (element, { detail }) => `The ${element} comes after ${JSON.stringify(detail)}.`,
  },
  'state-not-stored': {
    describe: (_, { label }) => `The browser does not keep ${JSON.stringify(label)} for the next page.`,
  },
};

/** Such as `button "Pay"`, or `button "Remove" (number 2)`. */
export function describeSite({ role, label, number }: ReportedSite): string {
  const name = label === '' ? role : `${role} ${JSON.stringify(label)}`;
  return number === 0 ? name : `${name} (number ${number + 1})`;
}
