import { z } from 'zod';

/** A behaviour of the app that is broken on purpose. */
export interface Mutant {
  readonly operator: string;
  /** Path of the page. */
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
