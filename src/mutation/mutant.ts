import { z } from 'zod';

/** A behaviour of the app that is broken on purpose. */
export interface Mutant {
  readonly operator: string;
  readonly page: string;
  /** Such as `Clicking button "Pay" does nothing.` */
  readonly description: string;
  /** The element that is broken, or the request that is not answered as usual. */
  readonly change:
    | { readonly kind: 'element'; readonly role: string; readonly name: string; readonly number: number }
    | RequestChange;
}

export interface RequestChange {
  readonly kind: 'request';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the server gets the request as usual; its answer has other headers then. */
  readonly isSent: boolean;
}

const maxCharacters = 500;
const text = z.string().max(maxCharacters);

/** What the script in a page sends. The app could send it as well. */
export const pageMessage = z.union([
  z.object({ applied: z.literal(true) }),
  z.object({
    page: text,
    sites: z
      .array(
        z.object({
          operator: text,
          role: text,
          name: text,
          label: text,
          number: z.int().min(0),
          detail: text.optional(),
        }),
      )
      .max(50_000),
  }),
]);
export type ReportedSite = Extract<z.infer<typeof pageMessage>, { sites: unknown }>['sites'][number];

/**
 * The path of a page or an endpoint, with its hash if that is a route, and with `:id` for what identifies a record.
 * It runs in pages too, as its source text, so it may only use what it declares.
 */
export function pagePath(url: string): string {
  const { pathname, hash } = new URL(url);
  const route = /^#!?\//.test(hash) ? hash.replace(/\?.*/, '') : '';
  const id = /^\d+$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^(?=\w*\d)\w{16,}$/i;
  return (pathname + route)
    .split('/')
    .map((part) => (id.test(part) ? ':id' : part))
    .join('/');
}

interface Operator {
  /** A sentence about a broken element. @param element such as `button "Pay"`. */
  describe(element: string, site: ReportedSite): string;
  /** Whether it only counts where the element has shown several values, each of which is a `detail`. */
  readonly needsChange?: (values: readonly string[]) => boolean;
}

/** Operators that break something in the page. Those that change answers are in `survey.ts`. */
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
